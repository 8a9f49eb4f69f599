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
  const { kind, message } = apiError
  return (
    <Notice
      tone={kind === 'busy' || kind === 'offline' ? 'warn' : 'error'}
      live
      title={kind === 'offline' ? t.offline : message || t.unavailable}
      action={
        kind === 'refused' ? (
          <LinkButton
            variant="secondary"
            size="small"
            href={`tel:${brand.callCentre}`}
            icon={<PhoneIcon />}
          >
            {t.call}
          </LinkButton>
        ) : undefined
      }
    />
  )
}
