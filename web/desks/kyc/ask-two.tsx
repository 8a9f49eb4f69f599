import { useState } from 'react'
import {
  differenceSaid,
  type Evidence,
  isAnother,
  type KycGround,
  kycGrounds,
} from '#domain/kyc/grounds.ts'
import { ask } from '../../http/ask.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { useAct } from '../../ui/act.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './case.module.css'
import type { Status } from './case.ts'
import { Documents } from './documents.tsx'
import { keeping, ReasonForm, SHORTEST } from './reason-form.tsx'
import words from './texts.ts'

type Problem = 'reason' | 'ground' | 'differs' | 'number' | 'date' | 'document'

type Props = { status: Status; onDone: () => void; onChanged: () => void }

/**
 * A person on a list by their IIN, or by name and birth date: one person chooses the ground, adds
 * the document that proves it and asks for the second signature. A ground stands here only where
 * the comparison does not say otherwise.
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
