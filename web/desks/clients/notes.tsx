import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import type { ClientPart } from './client.ts'
import { Lines } from './part.tsx'
import words, { cardWords } from './texts.ts'

/** What calls were about, the newest first. */
export function Notes({ client, onDone }: ClientPart) {
  const t = useTexts(words)
  const all = useTexts(cardWords)
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
    <Lines
      title={all.notes}
      lines={client.notes.map(({ id, text, at, by }) => ({
        key: id,
        what: text,
        when: almatyTime(at),
        below: by,
      }))}
    >
      <form
        key={round}
        className={parts.form}
        onSubmit={(event) => {
          event.preventDefault()
          void add(new FormData(event.currentTarget))
        }}
      >
        <LimitedField
          name="note"
          label={t.note}
          rows={2}
          maxLength={2_000}
          error={act.errors.text}
        />
        {act.errors.text ? null : <ActError act={act} />}
        <Button type="submit" variant="secondary" size="small" busy={act.busy}>
          {t.addNote}
        </Button>
      </form>
    </Lines>
  )
}
