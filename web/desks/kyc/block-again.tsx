import { type FormEvent, useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { LockIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import styles from './case.module.css'
import type { Status } from './case.ts'
import { Choice, SHORTEST } from './choice.tsx'
import words from './texts.ts'

type Props = { status: Status; onDone: () => void; onChanged: () => void }

/** Whom staff or the lists have let is blocked again by one person, with a reason. */
export function BlockAgain({ status: { case_id, changed_at }, onDone, onChanged }: Props) {
  const t = useTexts(words)
  const act = useAct(t.again.done)
  const [isShort, setShort] = useState(false)
  if (!case_id) return null
  const block = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    setShort(reason.length < SHORTEST)
    if (reason.length < SHORTEST) return
    const seen = changed_at ? { seen: changed_at } : {}
    if (await act.run(() => ask('kycBlock', { case_id, reason, ...seen }))) onDone()
    else onChanged()
  }
  return (
    <form className={styles.decision} onSubmit={(event) => void block(event)} noValidate>
      <LimitedField
        name="reason"
        label={t.again.reason}
        hint={t.decision.hint}
        rows={3}
        maxLength={500}
        required
        error={isShort ? t.decision.short : act.errors.reason}
      />
      <ActError act={act} />
      <Choice
        name="block"
        title={t.again.block}
        leads={t.again.leads}
        icon={<LockIcon />}
        busy={act.busy}
      />
    </form>
  )
}
