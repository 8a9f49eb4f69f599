import { gapOf, type Place, places } from '#domain/books/balance.ts'
import { numericDay } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import { exceptionKinds } from '#domain/report.ts'
import { matchedColumns } from '#texts/report-columns.ts'
import { matchedBy, paymentSystems, wordFor } from '#texts/report-words.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { DeskTabs } from '../desks/split/tabs.tsx'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { fileOf } from '../http/download.ts'
import { useReply } from '../http/replies.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useFocusKept } from '../ui/focus-kept.ts'
import { ErrorIcon, SuccessIcon } from '../ui/icons.tsx'
import { ClockIcon } from '../ui/later-icons.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { queryWith, useQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import equationStyles from './equation.module.css'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { useRows } from './ledger.tsx'
import styles from './match.module.css'
import matchWords from './match-texts.ts'
import reportsWords from './match-texts.ts'
import equationWords from './match-texts.ts'
import { Open } from './open-differences.tsx'
import { type Period, periodOf } from './period.ts'
import { type Books, dayName, type Exception } from './replies.ts'
import report from './report.module.css'
import { ReportLedger } from './report-ledger.tsx'
import { SaleLink } from './sale-link.tsx'
import reportWords from './texts.ts'

type Row = Books['settled'][number]

/**
 * Returns what a row opens: the linked payment, the line, or what its key begins with; an insurer
 * and a day open no sale.
 */
const opened = ({ kind, key, linked }: Row): string | null =>
  kind === 'commission_mismatch' ? null : (linked ?? key.split(' ')[0] ?? null)

type SettledProps = { rows: readonly Row[]; none: string; onUndone: () => void }

/** Settled differences with their actors, and undo. */
function Settled({ rows, none, onUndone }: SettledProps) {
  const t = useTexts(matchWords)
  const { kinds } = useTexts(words).reconciliation
  const act = useAct(t.undone)
  const undo = async ({ kind, key }: Row) => {
    if (await act.run(() => ask('reportUnsettleMany', { differences: [{ kind, key }] }))) onUndone()
  }
  if (rows.length === 0) return <EmptyState title={none} />
  return (
    <ul className={styles.settled}>
      {rows.map((row) => (
        <li key={`${row.kind} ${row.key}`}>
          <b>
            {opened(row) ? (
              <SaleLink id={opened(row) ?? ''}>{kinds[row.kind]}</SaleLink>
            ) : (
              kinds[row.kind]
            )}
          </b>
          <span>
            {[
              t.done[row.how],
              row.linked,
              row.until ? t.until(numericDay(row.until)) : null,
              row.note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <small>{t.settledBy(row.by, almatyTime(row.at))}</small>
          <Button
            variant="quiet"
            size="small"
            busy={act.busy}
            aria-label={`${t.undo}: ${row.linked ?? row.key}`}
            onClick={() => void undo(row)}
          >
            {t.undo}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type Kind = Exception['kind']

const LONGEST_DAYS = 92
const tabs = ['open', 'here', 'there', 'waits', 'matched', 'settled'] as const
type Tab = (typeof tabs)[number]
/** Tabs of differences that one side lacks. */
const isSide = (tab: Tab): tab is 'here' | 'there' => tab === 'here' || tab === 'there'

/**
 * The equation of the money; below, in tabs, where orders, payments, policies and statements
 * disagree, what one side lacks, what agrees, and what people have settled.
 */
export function Reconciliation({ today }: { today: string }) {
  const t = useTexts(words).reconciliation
  const query = useQuery()
  const period = periodOf(query, today)
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'open'
  const kind = tab === 'open' ? exceptionKinds.find((one) => one === query.get('kind')) : undefined
  return (
    <div className={report.whole}>
      <Filters
        today={today}
        longest={LONGEST_DAYS}
        choices={
          tab === 'open'
            ? [
                {
                  name: 'kind',
                  label: t.kind,
                  options: exceptionKinds
                    .filter((value) => value !== 'refunded')
                    .map((value) => ({ value, label: t.kinds[value] })),
                },
              ]
            : []
        }
        end={tab === 'matched' ? <Files save={fileOf('reportMatched')} query={period} /> : null}
      >
        <Found key={JSON.stringify(period)} period={period} kind={kind} tab={tab} />
      </Filters>
    </div>
  )
}

type FoundProps = { period: Period; kind: Kind | undefined; tab: Tab }

function Found({ period, kind, tab }: FoundProps) {
  const loading = useReply(ask, 'reportReconciliation', period)
  return (
    <div className={styles.found}>
      <Loaded loading={loading} value={loading.value}>
        {(books) => (
          <Shown books={books} period={period} kind={kind} tab={tab} again={loading.again} />
        )}
      </Loaded>
    </div>
  )
}

type Props = FoundProps & { books: Books; again: () => void }

function Shown({ books, period, kind, tab, again }: Props) {
  const t = useTexts(matchWords)
  const part = useFocusKept<Books, HTMLDivElement>(books)
  const open = books.counts
    .filter(({ kind }) => kind !== 'refunded')
    .reduce((sum, one) => sum + one.count, 0)
  // A postponed difference is neither settled nor open: it shows its day.
  const waiting = books.settled.filter(({ until }) => until !== null)
  const counts: Record<Tab, number> = {
    open,
    here: books.missing.here,
    there: books.missing.there,
    matched: books.matched,
    waits: waiting.length,
    settled: books.settled.length - waiting.length,
  }
  useFootSum(t.foot(groupDigits(open), groupDigits(books.checked.payments)))
  return (
    <div ref={part} tabIndex={-1} className={styles.books}>
      <DeskTabs
        label={t.wrong}
        current={tab}
        tabs={tabs.map((key) => ({
          key,
          title: t.tabs[key],
          query: { tab: key === 'open' ? null : key, kind: null },
          count: counts[key],
          hot: key === 'open',
        }))}
      >
        <BringStatement />
      </DeskTabs>
      <Equation books={books} />
      {tab === 'matched' ? (
        <Matched key={JSON.stringify(period)} period={period} />
      ) : (
        <section
          className={report.ledger}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
          tabIndex={0}
          aria-label={t.tabs[tab]}
        >
          {tab === 'settled' || tab === 'waits' ? (
            <Settled
              rows={books.settled.filter(({ until }) => (until !== null) === (tab === 'waits'))}
              none={tab === 'waits' ? t.noneWaits : t.noneSettled}
              onUndone={again}
            />
          ) : kind || tab !== 'open' ? (
            <Narrowed key={kind ?? tab} period={period} kind={kind} tab={tab} onSettled={again} />
          ) : (
            <Open books={books} period={period} tab={tab} again={again} />
          )}
        </section>
      )}
    </div>
  )
}

type NarrowedProps = Omit<FoundProps, 'tab'> & {
  tab: 'open' | 'here' | 'there'
  onSettled: () => void
}

/** More of one kind, or of one side's gaps, than the full list shows; the counts above stay. */
function Narrowed({ period, kind, tab, onSettled }: NarrowedProps) {
  const narrowed = { ...(kind ? { kind } : {}), ...(isSide(tab) ? { side: tab } : {}) }
  const loading = useReply(ask, 'reportReconciliation', { ...period, ...narrowed })
  const again = () => {
    loading.again()
    onSettled()
  }
  return (
    <Loaded loading={loading} value={loading.value}>
      {(books) => <Open books={books} period={period} tab={tab} again={again} />}
    </Loaded>
  )
}

type MatchedRow = Reply<'reportMatched'>['data'][number]
type Totals = NonNullable<Reply<'reportMatched'>['totals']>

/** Ours on the left, theirs on the right; the order of hiding on a narrow sheet. */
const order = [
  ...(['orderId', 'paidAt', 'system', 'amount', 'how'] as const),
  ...(['statement', 'outsideId', 'day', 'fee', 'theirs'] as const),
]
const from = {
  ...({ paidAt: 600, theirs: 600, system: 900, day: 900 } as const),
  ...({ how: 1200, statement: 1200, outsideId: 900, fee: 1200 } as const),
}

/** Payments that a statement has as our ledger has them, with the sums of both below. */
function Matched({ period }: { period: Period }) {
  const t = useTexts(reportsWords)
  const report = useTexts(reportWords)
  const locale = useLocale()
  const rows = useRows('reportMatched', period, (reply) => reply)
  return (
    <ReportLedger<typeof matchedColumns, MatchedRow, Totals>
      caption={t.matchedCaption}
      columns={matchedColumns}
      order={order}
      from={from}
      grows="statement"
      named={{
        system: (code) => wordFor(paymentSystems[locale], code),
        how: (code) => wordFor(matchedBy[locale], code),
      }}
      rows={rows}
      opens={{
        orderId: ({ attemptId }) => ({ sale: attemptId }),
        statement: ({ statementId, line }) => ({
          view: 'statements',
          statement: statementId,
          line,
        }),
      }}
      foot={({ count, amount, theirs, fee }) => ({
        orderId: `${report.totals}: ${groupDigits(count)}`,
        amount: money(amount),
        theirs: money(theirs),
        fee: money(fee),
      })}
      empty={{ title: t.noneMatched, text: t.noneMatchedText }}
    />
  )
}

/**
 * Paid = policies + returned + returning + waiting, in payments and in tenge, and whether it holds;
 * beside it the days that statements tell of.
 */
function Equation({ books: { balance, statements } }: { books: Books }) {
  const t = useTexts(equationWords)
  const parts: (Place | 'unclear')[] = [
    ...places,
    ...(balance.unclear.count > 0 ? (['unclear'] as const) : []),
  ]
  return (
    <section className={equationStyles.equation} aria-label={t.equation}>
      <Part name={t.parts.paid} {...balance.paid} />
      {parts.map((place, at) => (
        <Part
          key={place}
          sign={at === 0 ? '=' : '+'}
          name={t.parts[place]}
          now={place === 'waiting' || place === 'unclear'}
          {...balance[place]}
        />
      ))}
      <p className={equationStyles.verdict} data-holds={balance.holds ? '' : undefined}>
        {balance.holds ? <SuccessIcon /> : <ErrorIcon />}
        {balance.holds ? t.holds : t.doesNotHold(money(gapOf(balance)))}
      </p>
      <Statements statements={statements} />
    </section>
  )
}

/** For which days there are statements. */
function Statements({ statements }: Pick<Books, 'statements'>) {
  const t = useTexts(equationWords)
  return (
    <p className={equationStyles.statements} data-none={statements.length === 0 ? '' : undefined}>
      {statements.length === 0 ? (
        <span>
          <ClockIcon />
          {t.noStatements}
        </span>
      ) : null}
      {statements.map(({ system, from, to }) => (
        <span key={system}>
          <SuccessIcon />
          {t.statements(
            t.systems[system] ?? system,
            from === to ? dayName(to) : `${dayName(from)}–${dayName(to)}`,
          )}
        </span>
      ))}
    </p>
  )
}

/** The way to bring another statement. */
function BringStatement() {
  const t = useTexts(equationWords)
  return (
    <span className={equationStyles.bring}>
      <LinkButton
        variant="secondary"
        size="small"
        href={queryWith({ view: 'statements', tab: null, kind: null })}
      >
        {t.import}
      </LinkButton>
    </span>
  )
}

type PartProps = { sign?: string; name: string; count: number; amount: number; now?: boolean }

function Part({ sign, name, count, amount, now }: PartProps) {
  return (
    <div className={equationStyles.term}>
      {sign ? (
        <span className={equationStyles.sign} aria-hidden="true">
          {sign}
        </span>
      ) : null}
      <div className={equationStyles.part} data-now={now && count > 0 ? '' : undefined}>
        <span>{name}</span>
        <b>{groupDigits(count)}</b>
        <small>{money(amount)}</small>
      </div>
    </div>
  )
}
