import { brand } from '#brand'
import type { ApiError } from '../../http/http.ts'
import { useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import words from './failure-texts.ts'

/** Why no code was sent or none accepted, and what to do. */
export function Failure({ apiError }: { apiError: ApiError }) {
  const t = useTexts(words)
  const call = (
    <LinkButton
      variant="secondary"
      size="small"
      href={`tel:${brand.callCentre}`}
      icon={<PhoneIcon />}
    >
      {t.call}
    </LinkButton>
  )
  if (apiError.kind === 'busy')
    return <Notice tone="warn" live title={apiError.message || t.unavailable} />
  if (apiError.kind === 'offline') return <Notice tone="warn" live title={t.offline} />
  if (apiError.kind === 'refused')
    return <Notice tone="error" live title={apiError.message} action={call} />
  return (
    <Notice
      tone="error"
      live
      title={'message' in apiError && apiError.message ? apiError.message : t.unavailable}
    />
  )
}
