import { useState } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { percent } from '#domain/percent.ts'
import { numberTyped } from '#domain/typed-sum.ts'
import { fieldText } from '#texts/fields.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { payWords as words } from './texts.ts'
import styles from './users.module.css'

/** A promoter's terms and their start; a new row takes two signatures and starts tomorrow. */
export function PromoterPay({ id }: { id: string }) {
  const t = useTexts(words)
  const act = useAct(t.saved)
  const locale = useLocale()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const errors = { ...act.errors, ...wrong }
  const loading = useReply(ask, 'staffPromoterTerms', { id })
  const save = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '')
    const dayGoal = numberTyped(text('goal'))
    const payPercent = numberTyped(text('percent'))
    const notSaid = fieldText('invalid', locale)
    setWrong({
      ...(dayGoal === undefined ? { dayGoal: notSaid } : {}),
      ...(payPercent === undefined ? { payPercent: notSaid } : {}),
    })
    // An invalid number must not count as no value.
    if (dayGoal === undefined || payPercent === undefined) return
    const done = await act.run(() =>
      ask('staffSetPromoterTerms', { id, from: text('from'), dayGoal, payPercent }),
    )
    if (done) loading.again()
  }
  return (
    <section className={styles.pay} aria-label={t.title}>
      <h3>{t.title}</h3>
      <form
        className={parts.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
      >
        <p className={parts.soft}>{t.about}</p>
        <div className={parts.filters}>
          <DateField name="from" label={t.from} error={errors['from']} />
          <TextField
            name="goal"
            label={t.goal}
            inputMode="numeric"
            error={errors['dayGoal']}
            optional={t.notSet}
          />
          <TextField
            name="percent"
            label={t.percent}
            inputMode="decimal"
            error={errors['payPercent']}
            optional={t.notSet}
          />
          <Button type="submit" variant="secondary" busy={act.busy}>
            {t.save}
          </Button>
        </div>
        {Object.keys(errors).length === 0 ? <ActError act={act} /> : null}
      </form>
      <Loaded loading={loading} value={loading.value}>
        {({ terms, waiting }) => (
          <>
            {waiting ? <Waiting waiting={waiting} onDecided={loading.again} /> : null}
            {terms.length > 0 ? (
              <TermsTable terms={terms} />
            ) : waiting ? null : (
              <p className={parts.soft}>{t.none}</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

type Data = Reply<'staffPromoterTerms'>['data']
type Terms = Data['terms']
type WaitingProps = { waiting: NonNullable<Data['waiting']>; onDecided: () => void }

/** Terms that one administrator requested, and the second signature. */
function Waiting({ waiting, onDecided }: WaitingProps) {
  const t = useTexts(words)
  const act = useAct(null)
  const { id, mine } = waiting
  const does = async (work: () => Promise<unknown>, said: string) => {
    if (await act.run(work, said)) onDecided()
  }
  return (
    <section aria-label={t.waits}>
      <h3>{t.waits}</h3>
      <TermsTable terms={[waiting]} />
      <div className={parts.filters}>
        {mine ? null : (
          <Button
            busy={act.busy}
            onClick={() =>
              void does(() => ask('staffSignPromoterTerms', { signature_id: id }), t.signed)
            }
          >
            {t.sign}
          </Button>
        )}
        <Button
          variant="quiet"
          busy={act.busy}
          onClick={() =>
            void does(() => ask('staffWithdrawPromoterTerms', { signature_id: id }), t.withdrawn)
          }
        >
          {mine ? t.withdraw : t.decline}
        </Button>
      </div>
      <ActError act={act} />
    </section>
  )
}

function TermsTable({ terms }: { terms: Terms }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <Table
      caption={t.title}
      columns={[
        { key: 'from', title: t.from },
        { key: 'goal', title: t.goal, number: true },
        { key: 'percent', title: t.percent, number: true },
        { key: 'by', title: t.by },
      ]}
      rows={terms.map((row) => ({
        key: row.setAt,
        cells: {
          from: numericDay(row.from),
          goal: row.dayGoal ?? t.notSet,
          percent: row.payPercent === null ? t.notSet : percent[locale](row.payPercent),
          by: `${row.setBy}, ${almatyTime(row.setAt)}`,
        },
      }))}
    />
  )
}
