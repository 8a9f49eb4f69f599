import { addDays } from '#domain/calendar.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { DateField } from '../../ui/date-field.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import type { AtKind, Row } from './reference.ts'
import words from './texts.ts'
import { termsOf, useNameOf } from './values.ts'

/** Proposes that a row ends on a day. */
export function End({ at, row, onClose }: { at: AtKind; row: Row; onClose: () => void }) {
  const t = useTexts(words)
  const act = useAct()
  const name = useNameOf(at)(row)
  const end = async (form: FormData) => {
    const body = { kind: at.kind, action: 'end' as const, key: row.key, values: {} }
    const done = await act.run(() =>
      ask('referencePropose', {
        ...body,
        from: String(form.get('from') ?? ''),
        reason: String(form.get('reason') ?? ''),
      }),
    )
    if (!done) return
    onClose()
    at.onDone()
  }
  return (
    <ActDialog
      open
      title={`${t.end}: ${name}`}
      submit={t.propose}
      danger
      act={act}
      onClose={onClose}
      onSubmit={(form) => void end(form)}
    >
      <div className={parts.form}>
        <p className={parts.soft}>{t.terms[termsOf(at.kind)]}</p>
        <DateField
          name="from"
          label={t.from}
          defaultValue={addDays(at.today, 1)}
          min={at.today}
          required
          error={act.errors.from}
        />
        <LimitedField
          name="reason"
          label={t.reason}
          rows={3}
          maxLength={500}
          required
          error={act.errors.reason}
        />
      </div>
    </ActDialog>
  )
}
