import claimWords from '../../claims/texts.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import type { StaffClaim } from './claim.ts'
import words from './texts.ts'

/** Who did what with the claim, and when. */
export function History({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const slots: Record<string, string> = useTexts(claimWords).slots
  // A note of papers is their slots.
  const named = (note: string) =>
    note
      .split(', ')
      .map((one) => slots[one] ?? one)
      .join(', ')
  return (
    <Card title={t.history}>
      <ol className={parts.lines}>
        {claim.events.map((event) => (
          <li key={event.id}>
            <span>
              {t.events[event.what] ?? event.what}
              {event.note ? `: ${named(event.note)}` : ''}
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
