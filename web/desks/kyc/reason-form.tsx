import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../texts.ts'
import { type Act, ActError } from '../../ui/act.tsx'
import { LockIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import styles from './case.module.css'
import words from './texts.ts'

type ChoiceProps = { name: string; title: string; leads: string; icon: ReactNode; busy: boolean }

/** One decision, with what it leads to. */
const Choice = ({ name, title, leads, icon, busy }: ChoiceProps) => (
  <button type="submit" value={name} className={styles.choice} aria-busy={busy || undefined}>
    {icon}
    <span>
      <strong>{title}</strong>
      <small>{leads}</small>
    </span>
  </button>
)

/** As the contract of a decision asks. */
export const SHORTEST = 5

/** The block stays as it is. */
export const keeping = (t: (typeof words)['kz']) => ({
  name: 'keep' as const,
  title: t.decision.keep,
  leads: t.decision.leads.keep,
  icon: <LockIcon />,
})

type Props<Name extends string> = {
  label: string
  error: string | undefined
  /** What the field holds where something else writes into it, too. */
  text?: { value: string; round: number; onValue: (value: string) => void }
  act: Act
  choices: readonly { name: Name; title: string; leads: string; icon: ReactNode }[]
  /** `of`: a field's text, trimmed. */
  onDecide: (chosen: Name, of: (name: string) => string) => Promise<unknown>
  /** Fields above the reason. */
  above?: ReactNode
  /** What stands between the reason and the decisions. */
  children?: ReactNode
}

/** A reason, and decisions of one weight that say what they lead to. */
export function ReasonForm<Name extends string>(props: Props<Name>) {
  const { label, error, text, act, choices, onDecide, above, children } = props
  const t = useTexts(words)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent // a submit event is one
    const pressed = submitter?.getAttribute('value')
    const chosen = choices.find(({ name }) => name === pressed) ?? choices[0]
    const form = event.currentTarget
    const typed = new FormData(form)
    if (!chosen) return
    void onDecide(chosen.name, (name) => String(typed.get(name) ?? '').trim())
    // The decisions stay in sight: what is missing may stand far above or below them.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form className={`${styles.decision} ${styles.form}`} onSubmit={send} noValidate>
      {above}
      <LimitedField
        key={text?.round}
        name="reason"
        label={label}
        hint={t.decision.hint}
        rows={3}
        maxLength={500}
        required
        defaultValue={text?.value}
        onValue={text?.onValue}
        error={error ?? act.errors.reason}
      />
      {children}
      <ActError act={act} />
      <div className={styles.choices}>
        {choices.map(({ name, ...shown }) => (
          <Choice key={name} name={name} {...shown} busy={act.busy} />
        ))}
      </div>
    </form>
  )
}
