import { useEffect, useRef, useState } from 'react'
import { type ClosingCheck, openChecks } from '#domain/books/closing.ts'
import { lastOfMonth } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import { sumTyped } from '#domain/typed-sum.ts'
import { insurerColumns } from '#texts/report-columns.ts'
import { useLive } from '../desks/live.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { useKeys } from '../desks/shell/keys.ts'
import { DeskTabs } from '../desks/split/tabs.tsx'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { ActError, useAct } from '../ui/act.tsx'
import { Button } from '../ui/button.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorIcon, SuccessIcon } from '../ui/icons.tsx'
import { shortInsurer } from '../ui/insurer-name.ts'
import { LimitedField } from '../ui/limited-field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import accountingWords from './accounting-texts.ts'
import { BooksStartView } from './books-start.tsx'
import closingChecksStyles from './closing.module.css'
import closingStyles from './closing.module.css'
import reportsStyles from './closing.module.css'
import { InsurerPapers } from './insurer-papers.tsx'
import { ledgerColumns } from './ledger-columns.tsx'
import { Trail } from './month-trail.tsx'
import styles from './months.module.css'
import { MonthState, Months } from './months.tsx'
import monthWords, { closingWords as words } from './months-texts.ts'
import { useOptions } from './options.ts'
import { monthName } from './period.ts'
import { Reopening } from './reopening.tsx'
import type { MonthDetail, NextMonth } from './replies.ts'
import report from './report.module.css'
import { Signing } from './signing.tsx'
import reportWords from './texts.ts'

type InsurerLine = Reply<'reportMonth'>['data']['figures'][number]
const insurerSums = ['premium', 'ogpoPlus', 'commission', 'refundDue', 'toPassOn'] as const
/** Returns the layout of figures per insurer, for an open or closed period. */
export function useInsurerLook() {
  const { none } = useTexts(accountingWords).insurers
  const { totals } = useTexts(reportWords)
  const { insurer } = useOptions()
  const named = { insurer: (code: string) => (code ? shortInsurer(insurer(code)) : none) }
  const foot = (rows: readonly InsurerLine[]) => ({
    insurer: totals,
    policies: rows.reduce((sum, { policies }) => sum + policies, 0),
    ...Object.fromEntries(
      insurerSums.map((key) => [key, money(rows.reduce((sum, row) => sum + row[key], 0))]),
    ),
  })
  return { look: { grows: 'insurer', named } as const, foot }
}

/** Screens of the desk, with filters, that settle each failed check. */
const ways: Readonly<Record<Exclude<ClosingCheck, 'acts'>, Record<string, string>>> = {
  statements: { view: 'statements' },
  balance: { view: 'reconciliation' },
  lines: { view: 'reconciliation' },
  refunds: { view: 'refunds' },
  receipts: { view: 'reconciliation', kind: 'receipt_refused' },
  commission: { view: 'reconciliation', kind: 'commission_mismatch' },
  promoters: { view: 'promoters' },
}

type Props = {
  month: Pick<MonthDetail, 'month' | 'checks'>
  /** Opens the form of acts; absent if it is not their turn. */
  onActs?: () => void
  actsOpen?: boolean
  /** A closed month shows them as they were. */
  closed?: boolean
}

/** Each check with its figures; a failed one links to what settles it. */
function Checks({ month: { month, checks }, onActs, actsOpen, closed }: Props) {
  const t = useTexts(words)
  const period = { from: `${month}-01`, to: lastOfMonth(`${month}-01`) }
  return (
    <ul className={closingChecksStyles.checks} aria-label={t.checks}>
      {checks.map(({ check, ok, done, of, amount }) => {
        const Icon = ok ? SuccessIcon : ErrorIcon
        return (
          <li key={check} data-open={ok ? undefined : ''}>
            <Icon />
            <b>{t.names[check]}</b>
            <span className="visually-hidden">: {ok ? t.passed : t.open}</span>
            <small>
              {t.figures[check](groupDigits(Math.max(done, 0)), groupDigits(of))}
              {amount ? ` · ${money(amount)}` : ''}
            </small>
            {check === 'acts' ? (
              onActs ? (
                <Button variant="secondary" size="small" aria-expanded={actsOpen} onClick={onActs}>
                  {t.act.acts}
                </Button>
              ) : null
            ) : ok || closed ? null : (
              <Button
                variant="secondary"
                size="small"
                onClick={() =>
                  setQuery({ kind: null, part: null, month: null, ...ways[check], ...period })
                }
              >
                {t.act[check]}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const parts = ['months', 'papers', 'start'] as const

/** Every month since the start of the books, and by `?part=` that start. */
export function PeriodsView({ today }: { today: string }) {
  const t = useTexts(monthWords)
  const query = useQuery()
  const part = parts.find((one) => one === query.get('part')) ?? 'months'
  const loading = useReply(ask, 'reportPeriods', {})
  useLive('closing', 'reportPeriods')
  useLive('closing', 'reportMonth')
  useLive('closing', 'reportPapers')
  return (
    <div className={styles.sheet}>
      <DeskTabs
        label={t.label}
        current={part}
        tabs={parts.map((key) => ({
          key,
          title: t.parts[key],
          query: { part: key === 'months' ? null : key, month: null, insurer: null },
          ...(key === 'start' && loading.value?.start.waiting ? { count: 1, hot: true } : {}),
        }))}
      />
      <section
        className={report.ledger}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
        tabIndex={0}
        aria-label={t.parts[part]}
      >
        <Loaded loading={loading} value={loading.value}>
          {(periods) =>
            part === 'start' ? (
              <BooksStartView starts={periods.start} today={today} again={loading.again} />
            ) : periods.start.signed && part === 'papers' ? (
              <InsurerPapers
                months={periods.months.map(({ month }) => month)}
                month={paperMonth(periods, query.get('month'))}
              />
            ) : periods.start.signed ? (
              <Listed
                {...periods}
                since={periods.start.signed.month}
                chosen={query.get('month')}
                again={loading.again}
              />
            ) : (
              <EmptyState
                title={t.noMonths}
                action={<Button onClick={() => setQuery({ part: 'start' })}>{t.toStart}</Button>}
              >
                {t.noMonthsText} {periods.start.waiting ? t.startWaits : null}
              </EmptyState>
            )
          }
        </Loaded>
      </section>
    </div>
  )
}

/**
 * Returns the month whose acts are shown: the chosen one, the next to be closed, or the newest
 * finished one.
 */
function paperMonth(
  { months, next }: { months: ListedProps['months']; next: NextMonth | null },
  chosen: string | null,
): string {
  const has = months.find(({ month }) => month === chosen)
  const over = months.find(({ state }) => state !== 'running')
  return has?.month ?? next?.month ?? over?.month ?? months[0]?.month ?? ''
}

type ListedProps = {
  months: Parameters<typeof Months>[0]['months']
  next: NextMonth | null
  since: string
  chosen: string | null
  again: () => void
}

/** The list, and beside it the chosen month: by default the next to be closed. */
function Listed({ months, next, since, chosen, again }: ListedProps) {
  const t = useTexts(monthWords)
  const month =
    months.find((one) => one.month === chosen)?.month ?? next?.month ?? months[0]?.month ?? null
  const closed = months.filter(({ state }) => state.startsWith('closed')).length
  useFootSum(t.foot(months.length - closed, closed))
  return (
    <div className={styles.whole}>
      <div className={styles.list}>
        <Months months={months} chosen={month} since={since} />
      </div>
      {month && month === next?.month ? (
        <Next key={month} next={next} again={again} />
      ) : month ? (
        <Another key={month} month={month} next={next?.month ?? null} again={again} />
      ) : null}
    </div>
  )
}

/** Focuses the next step of a month, from its acts to the signature. */
function toNext(place: HTMLElement | null): void {
  const next = ['form[data-open] input', 'li[data-open] button', '[data-signs] button:enabled']
  const found = next.map((one) => place?.querySelector<HTMLElement>(one)).find((one) => one)
  found?.focus()
}

/** Its eight checks with their figures, the acts of insurers, and the two signatures. */
function Next({ next, again }: { next: NextMonth; again: () => void }) {
  const t = useTexts(words)
  const name = monthName(next.month, useLocale())
  const open = openChecks(next.checks)
  const act = useAct(null)
  const [acts, setActs] = useState(false)
  const detail = useReply(ask, 'reportMonth', { month: next.month })
  const isAgain = (detail.value?.closings.length ?? 0) > 0
  const place = useRef<HTMLElement>(null)
  useKeys({ KeyE: () => toNext(place.current) })
  // Opening the acts, and recording each, moves the focus on.
  const written = next.acts.map(({ theirs }) => theirs).join()
  const seen = useRef(written)
  useEffect(() => {
    if (!acts) return
    const isFresh = seen.current === written
    seen.current = written
    if (isFresh || document.activeElement === document.body) toNext(place.current)
  }, [acts, written])
  return (
    <aside ref={place} className={styles.side} aria-label={name}>
      <div className={styles.head}>
        <h2>{name}</h2>
        <span className={styles.soft}>{open > 0 ? t.left(open, next.checks.length) : t.ready}</span>
      </div>
      <Checks month={next} onActs={() => setActs(!acts)} actsOpen={acts} />
      {acts ? <InsurerActs next={next} onRecorded={again} /> : null}
      <Signing next={next} name={name} open={open} act={act} again={again} />
      {isAgain && detail.value ? <Trail month={detail.value} /> : null}
    </aside>
  )
}

type AnotherProps = { month: string; next: string | null; again: () => void }

/** A month that is current, waits or is closed. */
function Another({ month, next, again }: AnotherProps) {
  const name = monthName(month, useLocale())
  const loading = useReply(ask, 'reportMonth', { month })
  return (
    <aside className={styles.side} aria-label={name}>
      <h2>{name}</h2>
      <Loaded loading={loading} value={loading.value}>
        {(detail) => (
          <Detail
            month={detail}
            next={next}
            again={() => {
              loading.again()
              again()
            }}
          />
        )}
      </Loaded>
    </aside>
  )
}

type DetailProps = { month: MonthDetail; next: string | null; again: () => void }

function Detail({ month, next, again }: DetailProps) {
  const t = useTexts(monthWords)
  const closing = useTexts(words)
  const locale = useLocale()
  const isClosed = month.state === 'closed' || month.state === 'closed_again'
  return (
    <>
      <MonthState state={month.state} />
      {month.state === 'running' ? <p className={styles.soft}>{t.running}</p> : null}
      {!isClosed && month.state !== 'running' && next && next !== month.month ? (
        <div className={styles.acts}>
          <span className={styles.soft}>{t.waitsFor(monthName(next, locale))}</span>
          <Button variant="secondary" size="small" onClick={() => setQuery({ month: next })}>
            {t.openNext}
          </Button>
        </div>
      ) : null}
      <Checks month={month} closed={isClosed} />
      <ClosedFigures rows={month.figures} title={closing.details} />
      <Trail month={month} />
      {isClosed ? <Reopening month={month} again={again} /> : null}
    </>
  )
}

const sums = ['policies', 'premium', 'ogpoPlus', 'commission', 'refundDue'] as const
/** A closed month is shown in full, or on a phone by what is to be passed on. */
const from = Object.fromEntries(sums.map((key) => [key, 600 as const]))

/** The figures of a month per insurer, as they were closed. */
function ClosedFigures({ rows, title }: { rows: readonly InsurerLine[]; title: string }) {
  const { look, foot } = useInsurerLook()
  return (
    <section className={closingStyles.figures} aria-label={title}>
      <h3>{title}</h3>
      <DenseTable
        caption={title}
        columns={ledgerColumns<typeof insurerColumns, InsurerLine>(
          { columns: insurerColumns, from, ...look },
          useLocale(),
        )}
        rows={rows}
        keyOf={({ insurer }) => insurer}
        height="dense"
        foot={foot(rows)}
      />
    </section>
  )
}

type Act = NextMonth['acts'][number]

/** Each insurer's own figure beside ours. */
function InsurerActs({ next, onRecorded }: { next: NextMonth; onRecorded: () => void }) {
  const t = useTexts(words).acts
  return (
    <section className={reportsStyles.acts} aria-label={t.title}>
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

type InsurerActsProps = { month: string; act: Act; onRecorded: () => void }

function OneAct({ month, act: { insurer, ours, theirs }, onRecorded }: InsurerActsProps) {
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
