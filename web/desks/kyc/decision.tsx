import { type FormEvent, type ReactNode, useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { LockIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './case.module.css'
import type { Status } from './case.ts'
import words from './texts.ts'

/** As the contract of the decision asks. */
const SHORTEST = 5

type Props = { status: Status; onDone: () => void; onChanged: () => void }

/**
 * The reason first, then two decisions of one weight that say what they lead to. A case that has
 * changed meanwhile refuses the decision about what it was, and keeps the text.
 */
export function Decision({ status, onDone, onChanged }: Props) {
  const t = useTexts(words)
  const [reason, setReason] = useState('')
  const [round, setRound] = useState(0)
  const [isSent, setSent] = useState(false)
  const [isShort, setShort] = useState(false)
  /** Whether it was still to be decided when somebody began to write. */
  const [begun, setBegun] = useState<boolean | null>(null)
  const act = useAct()
  const { case_id, own, to_decide, changed_at } = status
  if (status.status !== 'blocked')
    return reason.trim() && !isSent ? (
      <Notice tone="warn" live title={t.decision.meanwhile}>
        {t.decision.yourText}: {reason}
      </Notice>
    ) : null
  if (own) return <Notice tone="warn" title={t.decision.own} />
  const decide = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent // a submit event is one
    const chosen = submitter?.getAttribute('value') === 'keep' ? 'keep' : 'unblock'
    const text = String(new FormData(event.currentTarget).get('reason') ?? '')
    const body = {
      case_id: case_id ?? undefined,
      reason: text,
      ...(changed_at ? { seen: changed_at } : {}),
    }
    setShort(text.trim().length < SHORTEST)
    if (text.trim().length < SHORTEST) return
    const decided = () => ask(chosen === 'keep' ? 'kycKeep' : 'kycUnblock', body)
    if (await act.run(decided, t.decision.done[chosen])) {
      setSent(true)
      onDone()
    } else onChanged()
  }
  const write = (text: string) => {
    setBegun(begun ?? to_decide)
    setReason(text)
  }
  const add = (text: string) => {
    write(reason ? `${reason.trimEnd()}; ${text}` : text)
    setRound(round + 1)
  }
  return (
    <form className={styles.decision} onSubmit={(event) => void decide(event)} noValidate>
      <LimitedField
        key={round}
        name="reason"
        label={t.decision.reason}
        hint={t.decision.hint}
        rows={3}
        maxLength={500}
        required
        defaultValue={reason}
        onValue={write}
        error={isShort ? t.decision.short : act.errors.reason}
      />
      <div className={styles.chips}>
        {t.decision.reasons.map((one) => (
          <button type="button" key={one} onClick={() => add(one)}>
            {one}
          </button>
        ))}
      </div>
      {begun && !to_decide && !isSent ? (
        <Notice tone="warn" live title={t.decision.meanwhile} />
      ) : null}
      <ActError act={act} />
      <Choice name="unblock" icon={<CheckIcon />} busy={act.busy} />
      {to_decide ? <Choice name="keep" icon={<LockIcon />} busy={act.busy} /> : null}
    </form>
  )
}

function Choice({
  name,
  icon,
  busy,
}: {
  name: 'unblock' | 'keep'
  icon: ReactNode
  busy: boolean
}) {
  const t = useTexts(words).decision
  return (
    <button type="submit" value={name} className={styles.choice} aria-busy={busy || undefined}>
      {icon}
      <span>
        <strong>{t[name]}</strong>
        <small>{t.leads[name]}</small>
      </span>
    </button>
  )
}
