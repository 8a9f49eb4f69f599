import { brand } from '#brand'
import type { Fault } from '../../http/http.ts'
import { useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import words from './texts.ts'

/** Why no code was sent or none accepted, and what to do. */
export function Failure({ fault }: { fault: Fault }) {
  const t = useTexts(words)
  const call = (
    <LinkButton look="secondary" size="small" href={`tel:${brand.callCentre}`} icon={<PhoneIcon />}>
      {t.call}
    </LinkButton>
  )
  if (fault.kind === 'busy')
    return (
      <Notice
        tone="warn"
        live
        title={
          fault.retryAfter > 60
            ? t.tooMany(Math.ceil(fault.retryAfter / 60))
            : fault.message || t.tooMany(1)
        }
      />
    )
  if (fault.kind === 'offline') return <Notice tone="warn" live title={t.offline} />
  if (fault.kind === 'refused')
    return <Notice tone="error" live title={fault.message} action={call} />
  return (
    <Notice
      tone="error"
      live
      title={'message' in fault && fault.message ? fault.message : t.unavailable}
    />
  )
}
