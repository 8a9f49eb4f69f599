import { sumTyped } from '#domain/typed-sum.ts'
import { ask } from '../http/ask.ts'
import { money, useTexts } from '../texts.ts'
import { ActError, useAct } from '../ui/act.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorIcon, SuccessIcon } from '../ui/icons.tsx'
import { LimitedField } from '../ui/limited-field.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import styles from './closing.module.css'
import { closingWords as words } from './months-texts.ts'
import { useOptions } from './options.ts'
import type { NextMonth } from './replies.ts'

type Act = NextMonth['acts'][number]

/** What each insurer says it is to get, beside ours. */
export function InsurerActs({ next, onRecorded }: { next: NextMonth; onRecorded: () => void }) {
  const t = useTexts(words).acts
  return (
    <section className={styles.acts} aria-label={t.title}>
      <h3>{t.title}</h3>
      <p>{t.about}</p>
      {next.acts.map((act) => (
        <OneAct
          key={`${act.insurer} ${act.theirs}`}
          month={next.month}
          act={act}
          onRecorded={onRecorded}
        />
      ))}
    </section>
  )
}

type Props = { month: string; act: Act; onRecorded: () => void }

function OneAct({ month, act: { insurer, ours, theirs }, onRecorded }: Props) {
  const t = useTexts(words).acts
  const { insurer: nameOf } = useOptions()
  const act = useAct(t.saved)
  const record = async (form: FormData) => {
    const amount = sumTyped(String(form.get('amount') ?? ''), 'below_nothing') ?? Number.NaN
    const number = String(form.get('number') ?? '')
    if (await act.run(() => ask('reportRecordAct', { month, insurer, amount, number })))
      onRecorded()
  }
  const Icon = theirs === ours ? SuccessIcon : ErrorIcon
  return (
    <form
      noValidate
      data-open={theirs === ours ? undefined : ''}
      onSubmit={(event) => {
        event.preventDefault()
        void record(new FormData(event.currentTarget))
      }}
    >
      <p>
        <Icon />
        <b>{nameOf(insurer)}</b>
        <small>
          {t.ours(money(ours))} · {theirs === null ? t.none : t.theirs(money(theirs))}
        </small>
      </p>
      <MoneyField
        name="amount"
        label={t.amount}
        defaultValue={theirs === null ? '' : String(theirs)}
        error={act.errors.amount}
      />
      <LimitedField name="number" label={t.number} maxLength={60} error={act.errors.number} />
      <Button type="submit" variant="secondary" size="small" busy={act.busy}>
        {t.save}
      </Button>
      {act.errors.amount ? null : <ActError act={act} />}
    </form>
  )
}
