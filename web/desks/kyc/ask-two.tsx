import { type FormEvent, type ReactNode, useState } from 'react'
import {
  differenceSaid,
  type Evidence,
  isAnother,
  type KycGround,
  kycGrounds,
} from '#domain/kyc/grounds.ts'
import { ask } from '../../http/ask.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { type Act, ActError, useAct } from '../../ui/act.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { LockIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { DeskDocuments } from '../documents/desk-documents.tsx'
import styles from './case.module.css'
import type { Status } from './case.ts'
import words from './texts.ts'

type Problem = 'reason' | 'ground' | 'differs' | 'number' | 'date' | 'document'

type Props = { status: Status; onDone: () => void; onChanged: () => void }

/**
 * Form about a listed person found by IIN, or by name and birth date: one person chooses the
 * ground, adds the document that proves it and requests the second signature. Offers a ground only
 * if the comparison does not contradict it.
 */
export function AskTwo({ status, onDone, onChanged }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const [ground, setGround] = useState<KycGround | null>(null)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const act = useAct()
  const { case_id, differs, documents, to_decide, changed_at } = status
  if (!case_id) return null
  const grounds = kycGrounds.filter((one) => one !== 'not_same' || isAnother(differs))
  const wrong = (problem: Problem) =>
    problems.includes(problem) ? t.two.wrong[problem] : undefined
  const decide = async (chosen: 'ask' | 'keep', of: (name: string) => string) => {
    const seen = changed_at ? { seen: changed_at } : {}
    const reason = of('reason')
    const short = reason.length < SHORTEST ? (['reason'] as const) : []
    if (chosen === 'keep') {
      setProblems(short)
      if (short.length > 0) return
      const keeps = () => ask('kycKeep', { case_id, reason, ...seen })
      return void ((await act.run(keeps, t.decision.done.keep)) ? onDone() : onChanged())
    }
    const said = differs.filter((fact) => of(`differs-${fact}`))
    const found: Problem[] = [
      ...(ground ? [] : (['ground'] as const)),
      ...(ground === 'not_same' && !isAnother(said) ? (['differs'] as const) : []),
      ...(ground && ground !== 'not_same' && !of('number') ? (['number'] as const) : []),
      ...(ground && ground !== 'not_same' && !of('date') ? (['date'] as const) : []),
      ...short,
      ...(documents.some(({ scan }) => scan !== 'infected') ? [] : (['document'] as const)),
    ]
    setProblems(found)
    if (!ground || found.length > 0) return
    const evidence: Evidence =
      ground === 'not_same'
        ? { ground, differs: said }
        : { ground, number: of('number'), date: of('date') }
    const asks = () => ask('kycAskUnblock', { case_id, reason, evidence, ...seen })
    await act.run(asks, t.two.asked)
    onChanged()
  }
  return (
    <>
      <Notice tone="warn" title={t.two.title}>
        {t.two.text}
      </Notice>
      <Documents status={status} mayAdd error={wrong('document')} onChanged={onChanged} />
      <ReasonForm
        label={t.two.reason}
        error={wrong('reason')}
        act={act}
        choices={[
          { name: 'ask', title: t.two.ask, leads: t.two.askLeads, icon: <CheckIcon /> },
          ...(to_decide ? [keeping(t)] : []),
        ]}
        onDecide={decide}
        above={
          <>
            <Select
              name="ground"
              label={t.two.ground}
              placeholder={t.two.choose}
              options={grounds.map((one) => ({ value: one, label: t.two.grounds[one] }))}
              onValue={(value) => setGround(grounds.find((one) => one === value) ?? null)}
              error={wrong('ground')}
              hint={grounds.includes('not_same') ? undefined : t.two.nothingDiffers}
            />
            {ground === 'not_same' ? (
              <fieldset className={styles.differs}>
                <legend>{t.two.differs}</legend>
                {differs.map((fact) => (
                  <Checkbox
                    key={fact}
                    name={`differs-${fact}`}
                    value="1"
                    label={differenceSaid[fact][locale]}
                  />
                ))}
                <FieldError id="differs" error={wrong('differs')} />
              </fieldset>
            ) : null}
            {ground && ground !== 'not_same' ? (
              <>
                <LimitedField
                  name="number"
                  label={t.two.number}
                  maxLength={100}
                  error={wrong('number') ?? act.errors['evidence.number']}
                />
                <DateField
                  name="date"
                  label={t.two.date}
                  error={wrong('date') ?? act.errors['evidence.date']}
                />
              </>
            ) : null}
          </>
        }
      />
    </>
  )
}

type DocumentsProps = {
  status: Status
  mayAdd: boolean
  error?: string | undefined
  onChanged: () => void
}

/** Documents that support the unblocking of a person. */
export function Documents({
  status: { case_id, documents },
  mayAdd,
  error,
  onChanged,
}: DocumentsProps) {
  const t = useTexts(words).documents
  if (!case_id) return null
  const to = { name: 'kycAddDocument', fields: { case_id }, label: t.add, error } as const
  return (
    <DeskDocuments
      title={t.title}
      documents={documents}
      to={mayAdd ? to : null}
      onChanged={onChanged}
    />
  )
}

type ChoiceProps = { name: string; title: string; leads: string; icon: ReactNode; busy: boolean }

/** One decision and its consequence. */
const Choice = ({ name, title, leads, icon, busy }: ChoiceProps) => (
  <button type="submit" value={name} className={styles.choice} aria-busy={busy || undefined}>
    {icon}
    <span>
      <strong>{title}</strong>
      <small>{leads}</small>
    </span>
  </button>
)

/** Minimum length of a reason, as the contract of a decision requires. */
export const SHORTEST = 5

/** The decision that leaves the block as it is. */
export const keeping = (t: (typeof words)['kz']) => ({
  name: 'keep' as const,
  title: t.decision.keep,
  leads: t.decision.leads.keep,
  icon: <LockIcon />,
})

type ReasonFormProps<Name extends string> = {
  label: string
  error: string | undefined
  /** The field's value, if something else writes into it too. */
  text?: { value: string; round: number; onValue: (value: string) => void }
  act: Act
  choices: readonly { name: Name; title: string; leads: string; icon: ReactNode }[]
  /** `of`: a field's text, trimmed. */
  onDecide: (chosen: Name, of: (name: string) => string) => Promise<unknown>
  /** Fields above the reason. */
  above?: ReactNode
  /** Content between the reason and the decisions. */
  children?: ReactNode
}

/** A reason, and decisions of equal weight that name their consequences. */
export function ReasonForm<Name extends string>(props: ReasonFormProps<Name>) {
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
    // The decisions stay in sight while the missing field may be far above or below: scrolls to it.
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
