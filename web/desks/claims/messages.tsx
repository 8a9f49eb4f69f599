import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { TextField } from '../../ui/text-field.tsx'
import type { ClaimPart } from './claim.ts'
import words from './texts.ts'

/** What the client and staff wrote to each other about the claim. */
export function Messages({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const act = useAct(t.messageSent)
  const [round, setRound] = useState(0)
  const send = async (form: FormData) => {
    const text = String(form.get('text') ?? '')
    if (await act.run(() => ask('staffClaimMessage', { claim_id: claim.claim_id, text })))
      setRound(round + 1)
    onDone()
  }
  return (
    <Card title={t.messages}>
      <div className={parts.form}>
        {claim.messages.length === 0 ? <p className={parts.soft}>{t.noMessages}</p> : null}
        <ul className={parts.lines}>
          {claim.messages.map((message) => (
            <li key={message.id}>
              <span>{message.text}</span>
              <span className={parts.soft}>
                {message.from === 'client' ? t.byClient : message.by}, {almatyTime(message.at)}
              </span>
            </li>
          ))}
        </ul>
        <form
          key={round}
          onSubmit={(event) => {
            event.preventDefault()
            void send(new FormData(event.currentTarget))
          }}
        >
          <TextField
            name="text"
            label={t.message}
            hint={t.informed}
            rows={3}
            maxLength={2_000}
            error={act.errors.text}
          />
          <ActError act={act} />
          <Button type="submit" variant="secondary" busy={act.busy}>
            {t.send}
          </Button>
        </form>
      </div>
    </Card>
  )
}
