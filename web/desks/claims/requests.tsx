import { useState } from 'react'
import { claimSlots } from '#domain/claims/papers.ts'
import claimWords from '../../claims/texts.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { ClaimPart } from './claim.ts'
import words from './texts.ts'

/** Documents requested and not received, and the form that requests another one. */
export function Requests({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const names = useTexts(claimWords).slots
  const act = useAct(t.asked)
  const [round, setRound] = useState(0)
  const [missing, setMissing] = useState(false)
  const open = claim.status !== 'completed' && claim.status !== 'rejected'
  const send = async (form: FormData) => {
    const slot = claimSlots.find((one) => one === form.get('slot'))
    setMissing(!slot)
    if (!slot) return document.getElementById('slot')?.focus()
    if (
      await act.run(() =>
        ask('staffClaimRequest', {
          claim_id: claim.claim_id,
          slot,
          note: String(form.get('note') ?? ''),
        }),
      )
    )
      setRound(round + 1)
    onDone()
  }
  if (!open && claim.requests.length === 0) return null
  return (
    <Card title={t.ask}>
      <div className={parts.form}>
        {claim.requests.length > 0 ? (
          <ul className={parts.lines}>
            {claim.requests.map((request) => (
              <li key={request.id}>
                <span>
                  {names[request.slot]}
                  {request.note ? ` – ${request.note}` : ''}
                </span>
                <span className={parts.soft}>
                  {almatyTime(request.at)}, {request.by ?? t.byScanner},{' '}
                  {request.answered_at
                    ? t.answered(almatyTime(request.answered_at))
                    : t.waitingAnswer}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        {open ? (
          <form
            key={round}
            onSubmit={(event) => {
              event.preventDefault()
              void send(new FormData(event.currentTarget))
            }}
          >
            <Select
              name="slot"
              label={t.askSlot}
              placeholder={t.chooseSlot}
              error={missing ? t.chooseSlot : undefined}
              options={claimSlots.map((value) => ({ value, label: names[value] }))}
            />
            <LimitedField
              name="note"
              label={t.askNote}
              optional={t.optional}
              rows={2}
              maxLength={500}
              error={act.errors.note}
            />
            <ActError act={act} />
            <Button type="submit" variant="secondary" busy={act.busy}>
              {t.askSend}
            </Button>
          </form>
        ) : null}
      </div>
    </Card>
  )
}
