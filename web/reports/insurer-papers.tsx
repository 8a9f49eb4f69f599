import { useState } from 'react'
import { insurerPapers } from '#domain/books/settlement.ts'
import { numericDay } from '#domain/calendar.ts'
import { locales, parseLocale } from '#domain/locale.ts'
import { sumTyped } from '#domain/typed-sum.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { fileOf } from '../http/download.ts'
import { useReply } from '../http/replies.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import { Select } from '../ui/select.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useOptions } from './options.ts'
import styles from './papers.module.css'
import words from './papers-texts.ts'
import { monthName } from './period.ts'

type Papers = Reply<'reportPapers'>['data']
type Insurer = Papers['insurers'][number]
type Paper = Insurer['papers'][number]

const saveFile = fileOf('reportPaperFile')

type Props = { months: readonly string[]; month: string }

/** Our acts for each insurer of a month, and the payments to it. */
export function InsurerPapers({ months, month }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useReply(ask, 'reportPapers', { month })
  const all = loading.value?.insurers ?? []
  const only = useQuery().get('insurer')
  useFootSum(
    t.foot(
      all.flatMap(({ papers }) => papers).filter(({ state, stale }) => state === 'issued' && !stale)
        .length,
      all.length * insurerPapers.length,
    ),
  )
  return (
    <div className={styles.papers}>
      <div className={styles.top}>
        <Select
          key={month}
          name="month"
          label={t.month}
          defaultValue={month}
          options={months.map((value) => ({ value, label: monthName(value, locale) }))}
          onValue={(value) => setQuery({ month: value })}
        />
        <p>{loading.value?.over === false ? t.running : t.about}</p>
        {only ? (
          <Button variant="quiet" size="small" onClick={() => setQuery({ insurer: null })}>
            {t.all}
          </Button>
        ) : null}
      </div>
      <Loaded loading={loading} value={loading.value}>
        {({ insurers, over }) =>
          insurers.length === 0 ? (
            <EmptyState title={t.none}>{t.noneText}</EmptyState>
          ) : (
            insurers
              .filter(({ insurer }) => !only || insurer === only)
              .map((one) => (
                <OneInsurer
                  key={`${month} ${one.insurer}`}
                  month={month}
                  over={over}
                  of={one}
                  again={loading.again}
                />
              ))
          )
        }
      </Loaded>
    </div>
  )
}

type OneProps = { month: string; over: boolean; of: Insurer; again: () => void }

function OneInsurer({ month, over, of, again }: OneProps) {
  const t = useTexts(words)
  const { insurer: nameOf } = useOptions()
  const sums = ['opening', 'accrued', 'paid', 'closing'] as const
  return (
    <section className={styles.insurer} aria-label={nameOf(of.insurer)}>
      <h2>{nameOf(of.insurer)}</h2>
      <dl>
        {sums.map((key) => (
          <div key={key}>
            <dt>{t[key]}</dt>
            <dd>{money(of[key])}</dd>
          </div>
        ))}
      </dl>
      <ul>
        {insurerPapers.map((kind) => (
          <Kind key={kind} kind={kind} month={month} over={over} of={of} again={again} />
        ))}
      </ul>
      <Payments of={of} month={month} again={again} />
    </section>
  )
}

/** Acts of one kind, and the next step for them. */
function Kind({ kind, month, over, of, again }: OneProps & { kind: Paper['kind'] }) {
  const t = useTexts(words)
  const act = useAct(null)
  const [language, setLanguage] = useState<Paper['language']>(useLocale())
  const papers = of.papers.filter((paper) => paper.kind === kind)
  const last = papers.at(-1)
  const does = async (work: () => Promise<unknown>, said: string) => {
    if (await act.run(work, said)) again()
  }
  const mayPrepare = over && (!last || (last.state === 'issued' && last.stale))
  return (
    <li>
      <b>{t.names[kind]}</b>
      {papers.length === 0 ? <span className={styles.soft}>{t.notMade}</span> : null}
      {papers.map((paper) => (
        <div key={paper.id} className={styles.paper}>
          <StateWord tone={paper.stale ? 'bad' : paper.state === 'issued' ? 'good' : 'now'}>
            {paper.number ? `№ ${paper.number}, ` : ''}
            {paper.state === 'issued' ? t.issued : t.waits}
          </StateWord>
          <span className={styles.soft}>
            {paper.by.join(', ')}, {almatyTime(paper.at)}, {t.languages[paper.language]}
          </span>
          {paper.stale ? <span className={styles.stale}>{t.stale}</span> : null}
          <span className={styles.acts}>
            {(['pdf', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                variant="secondary"
                size="small"
                aria-label={`${t.names[kind]}${paper.number ? ` № ${paper.number}` : ''}: ${t[format]}`}
                onClick={() =>
                  void act.run(
                    () =>
                      saveFile({ id: paper.id, format }, new AbortController().signal, () => {}),
                    t.saved,
                  )
                }
              >
                {t[format]}
              </Button>
            ))}
            {paper.state === 'prepared' ? (
              <>
                {paper.mine || paper.stale ? null : (
                  <Button
                    size="small"
                    busy={act.busy}
                    onClick={() =>
                      void does(() => ask('reportSignPaper', { id: paper.id }), t.signed)
                    }
                  >
                    {t.sign}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  size="small"
                  busy={act.busy}
                  onClick={() =>
                    void does(() => ask('reportWithdrawPaper', { id: paper.id }), t.withdrawn)
                  }
                >
                  {paper.mine ? t.withdraw : t.decline}
                </Button>
              </>
            ) : null}
          </span>
        </div>
      ))}
      {mayPrepare ? (
        <div className={styles.acts}>
          <Select
            id={`language-${of.insurer}-${kind}`}
            name="language"
            label={t.language}
            defaultValue={language}
            options={locales.map((value) => ({
              value,
              label: t.languages[value],
            }))}
            onValue={(value) => setLanguage(parseLocale(value))}
          />
          <Button
            variant="secondary"
            busy={act.busy}
            aria-label={`${t.prepare}: ${t.names[kind]}`}
            onClick={() =>
              void does(
                () => ask('reportPreparePaper', { month, insurer: of.insurer, kind, language }),
                t.prepared,
              )
            }
          >
            {t.prepare}
          </Button>
        </div>
      ) : null}
      <ActError act={act} />
    </li>
  )
}

type PaymentsProps = { month: string; of: Insurer; again: () => void }

/** Payments to the insurer in the month, and a form for one more. */
function Payments({ month, of: { insurer, payments }, again }: PaymentsProps) {
  const t = useTexts(words)
  const act = useAct(t.added)
  const [round, setRound] = useState(0)
  const record = async (form: FormData) => {
    const done = await act.run(() =>
      ask('reportRecordPayment', {
        insurer,
        day: String(form.get('day') ?? ''),
        amount: sumTyped(String(form.get('amount') ?? ''), 'below_nothing') ?? Number.NaN,
        reference: String(form.get('reference') ?? ''),
      }),
    )
    if (!done) return
    setRound((count) => count + 1)
    again()
  }
  return (
    <form
      noValidate
      key={round}
      onSubmit={(event) => {
        event.preventDefault()
        void record(new FormData(event.currentTarget))
      }}
    >
      <h3>{t.payments}</h3>
      {payments.map(({ id, day, amount, reference, by }) => (
        <p key={id} className={styles.paper}>
          <b>{money(amount)}</b>
          <span className={styles.soft}>
            {numericDay(day)}, {reference}, {by}
          </span>
          <Button
            variant="quiet"
            size="small"
            aria-label={`${t.undo}: ${reference}`}
            onClick={() =>
              void act
                .run(() => ask('reportUndoPayment', { id }), t.undone)
                .then((done) => done && again())
            }
          >
            {t.undo}
          </Button>
        </p>
      ))}
      <div className={styles.row}>
        <DateField
          id={`day-${insurer}`}
          name="day"
          label={t.day}
          min={`${month}-01`}
          error={act.errors.day}
        />
        <TextField
          id={`amount-${insurer}`}
          name="amount"
          label={t.amount}
          inputMode="text"
          placeholder={t.amountHint}
          error={act.errors.amount}
        />
        <TextField
          id={`reference-${insurer}`}
          name="reference"
          label={t.reference}
          error={act.errors.reference}
        />
        <Button type="submit" variant="secondary" busy={act.busy}>
          {t.add}
        </Button>
      </div>
      {Object.keys(act.errors).length > 0 ? null : <ActError act={act} />}
    </form>
  )
}
