import { claimEventNote } from '#texts/claim-events.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import type { StaffClaim } from './claim.ts'
import words from './texts.ts'

/** Who did what with the claim, and when. */
export function History({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <Card title={t.history}>
      <ol className={parts.lines}>
        {claim.events.map((event) => (
          <li key={event.id}>
            <span>
              {t.events[event.what] ?? event.what}
              {event.note ? `: ${claimEventNote(event.what, event.note, locale)}` : ''}
            </span>
            <span className={parts.soft}>
              {almatyTime(event.at)},{' '}
              {event.by.kind === 'client'
                ? t.byClient
                : event.by.kind === 'scanner'
                  ? t.byScanner
                  : event.by.name}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
