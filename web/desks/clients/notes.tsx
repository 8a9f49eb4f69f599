import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { TextField } from '../../ui/text-field.tsx'
import type { ClientPart } from './client.ts'
import words from './texts.ts'

/** What calls were about, the newest first. */
export function Notes({ client, onDone }: ClientPart) {
  const t = useTexts(words)
  const act = useAct()
  const [round, setRound] = useState(0)
  const add = async (form: FormData) => {
    const text = String(form.get('note') ?? '')
    if (await act.run(() => ask('staffAddNote', { account_id: client.account_id, text }))) {
      setRound(round + 1)
      onDone()
    }
  }
  return (
    <Card title={t.notes}>
      <div className={parts.form}>
        <form
          key={round}
          onSubmit={(event) => {
            event.preventDefault()
            void add(new FormData(event.currentTarget))
          }}
        >
          <TextField
            name="note"
            label={t.note}
            rows={3}
            maxLength={2_000}
            error={act.errors.text}
          />
          {act.errors.text ? null : <ActError act={act} />}
          <Button type="submit" variant="secondary" busy={act.busy}>
            {t.addNote}
          </Button>
        </form>
        <ul className={parts.lines}>
          {client.notes.map((note) => (
            <li key={note.id}>
              <span>{note.text}</span>
              <span className={parts.soft}>
                {almatyTime(note.at)}, {note.by}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
