import { groupDigits } from '#domain/format.ts'
import { refundNarrowings, refundSorts, registerStates, sortsOf } from '#domain/report.ts'
import { promoterColumns, refundColumns, settlementColumns } from '#texts/report-columns.ts'
import type { Reply } from '../http/api.ts'
import { fileOf } from '../http/download.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { useQuery } from '../ui/query.ts'
import { QueryLink } from '../ui/query-link.tsx'
import { StateWord } from '../ui/state-word.tsx'
import words from './accounting-texts.ts'
import { DutiesView } from './duties.tsx'
import { ExportsView } from './exports.tsx'
import { Files } from './files.tsx'
import { Filters } from './filters.tsx'
import { pageOf, useRows } from './ledger.tsx'
import { Movements } from './movements.tsx'
import { Out } from './out.tsx'
import { OverviewView } from './overview.tsx'
import { periodOf } from './period.ts'
import { PeriodsView, useInsurerLook } from './periods.tsx'
import { Reconciliation } from './reconciliation.tsx'
import styles from './report.module.css'
import { cellOf } from './report-cell.ts'
import { ReportLedger } from './report-ledger.tsx'
import { Statements } from './statements.tsx'
import reportWords from './texts.ts'
import type { View } from './view-names.ts'

const from = {
  opening: 600,
  paid: 600,
  act: 600,
  premium: 900,
  policies: 1200,
  ogpoPlus: 1200,
  commission: 1200,
  refundDue: 1200,
} as const
type Account = Reply<'reportInsurers'>['data'][number]
type InsurersRow = Account & { id: string }
/** One unknown account makes the total unknown. */
const together = (rows: readonly Account[], key: 'opening' | 'paid' | 'left') =>
  rows.some((row) => row[key] === null)
    ? '–'
    : money(rows.reduce((sum, row) => sum + (row[key] ?? 0), 0))

/** The account with each insurer, with a line of totals. */
export function Insurers({ today }: { today: string }) {
  const t = useTexts(words).insurers
  const locale = useLocale()
  const { look, foot } = useInsurerLook()
  const period = periodOf(useQuery(), today)
  const month = period.to.slice(0, 7)
  const moved = ({ insurer }: Account) => ({ view: 'movements', insurer })
  const account = ({ insurer }: Account) => ({ view: 'periods', part: 'papers', month, insurer })
  const rows = useRows('reportInsurers', period, ({ data }) => ({
    data: data.map((row) => ({ id: row.insurer, ...row })),
    next: null,
    totals: data,
  }))
  return (
    <div className={styles.whole}>
      <Filters today={today} end={<Files save={fileOf('reportInsurers')} query={period} />}>
        <ReportLedger<typeof settlementColumns, InsurersRow, readonly Account[]>
          key={JSON.stringify(period)}
          caption={t.caption}
          columns={settlementColumns}
          from={from}
          {...look}
          rows={rows}
          opens={{
            insurer: moved,
            toPassOn: moved,
            opening: account,
            paid: account,
            left: account,
            act: account,
          }}
          lacking={{ act: t.toAct }}
          below={{
            until: 600,
            of: (row) => (
              <>
                {(['opening', 'paid'] as const).map((key) => (
                  <span key={key}>
                    {settlementColumns[key].screen[locale]}:{' '}
                    {cellOf(settlementColumns[key], row[key])}
                  </span>
                ))}
                <QueryLink to={account(row)}>{row.act ?? t.toAct}</QueryLink>
              </>
            ),
          }}
          foot={(rows) => ({
            ...foot(rows),
            opening: together(rows, 'opening'),
            paid: together(rows, 'paid'),
            left: together(rows, 'left'),
          })}
        />
        <p className={styles.about}>{t.about}</p>
      </Filters>
    </div>
  )
}

type Line = Reply<'reportPromoters'>['data'][number]
type Row = Line & { id: string }

/** Results of each promoter's sales. */
export function Promoters({ today }: { today: string }) {
  const t = useTexts(words).promoters
  const locale = useLocale()
  const { totals } = useTexts(reportWords)
  const period = periodOf(useQuery(), today)
  const rows = useRows('reportPromoters', period, ({ data }) => ({
    data: data.map((row) => ({ id: row.promoter, ...row })),
    next: null,
    totals: data,
  }))
  return (
    <div className={styles.whole}>
      <Filters today={today} end={<Files save={fileOf('reportPromoters')} query={period} />}>
        <ReportLedger<typeof promoterColumns, Row, readonly Line[]>
          key={JSON.stringify(period)}
          caption={t.caption}
          columns={promoterColumns}
          from={{ policies: 600, commission: 600, premium: 900 }}
          grows="name"
          below={{
            until: 600,
            wide: true,
            of: (row) =>
              (['policies', 'premium'] as const).map((key) => (
                <span key={key}>
                  {promoterColumns[key].screen[locale]}: {cellOf(promoterColumns[key], row[key])}
                </span>
              )),
          }}
          rows={rows}
          opens={{ name: ({ promoter }) => (promoter ? { view: 'movements', promoter } : null) }}
          foot={(rows) => ({
            name: totals,
            policies: rows.reduce((sum, { policies }) => sum + policies, 0),
            premium: money(rows.reduce((sum, { premium }) => sum + premium, 0)),
            commission: money(rows.reduce((sum, { commission }) => sum + commission, 0)),
            // One unknown pay makes the total unknown.
            pay: rows.some(({ pay }) => pay === null)
              ? '–'
              : money(rows.reduce((sum, { pay }) => sum + (pay ?? 0), 0)),
          })}
        />
        <p className={styles.about}>{t.about}</p>
      </Filters>
    </div>
  )
}

const tones = { due: 'now', done: 'good', failed: 'bad', frozen: 'bad' } as const

/** The order it was for names the line. */
const order = [
  ...(['orderId', 'createdAt', 'doneAt', 'way', 'reason', 'status', 'receipt'] as const),
  'amount' as const,
]

type RefundsTotals = NonNullable<Reply<'reportRefunds'>['totals']>
type RefundsRow = Reply<'reportRefunds'>['data'][number] & { id: string }
const refundsFrom = {
  ...({ createdAt: 600, status: 600, doneAt: 900, way: 900 } as const),
  ...({ reason: 1200, receipt: 1200 } as const),
}

/** The register of refunds. */
export function Refunds({ today }: { today: string }) {
  const t = useTexts(words).refunds
  const own = useTexts(reportWords)
  const ways: Record<string, string> = t.ways
  const query = useQuery()
  const locale = useLocale()
  const status = refundNarrowings.find((one) => one === query.get('status'))
  const reason = query.get('reason')
  const filter = {
    ...periodOf(query, today),
    ...(status ? { status } : {}),
    ...(reason ? { reason } : {}),
  }
  const sort = sortsOf(refundSorts).find((one) => one === query.get('sort')) ?? 'newest'
  const rows = useRows('reportRefunds', { ...filter, sort, ...pageOf(query) }, (reply) => reply)
  return (
    <div className={styles.whole}>
      <Filters
        today={today}
        choices={[
          {
            name: 'status',
            label: own.status,
            options: refundNarrowings.map((value) => ({ value, label: t.narrowings[value] })),
          },
          {
            name: 'reason',
            label: refundColumns.reason.screen[locale],
            options: Object.entries(t.reasons).map(([value, label]) => ({ value, label })),
          },
        ]}
        end={<Files save={fileOf('reportRefunds')} query={{ ...filter, sort }} />}
      >
        <ReportLedger<typeof refundColumns, RefundsRow, RefundsTotals>
          key={JSON.stringify([filter, sort])}
          caption={t.caption}
          columns={refundColumns}
          sorts={refundSorts}
          order={order}
          from={refundsFrom}
          grows="reason"
          named={{
            way: (code) => ways[code] ?? code,
            reason: (code) => t.reasons[code] ?? code,
            status: (code) => <State code={code} />,
          }}
          opens={{ orderId: ({ id }) => ({ sale: id }) }}
          below={{
            until: 600,
            of: ({ createdAt, status: code }) => (
              <>
                {almatyTime(createdAt)}
                <State code={code} />
              </>
            ),
          }}
          empty={{ title: t.none, text: own.emptyText }}
          counted={({ count }) => count}
          foot={({ count, amount }) => ({
            orderId: `${own.totals}: ${groupDigits(count)}`,
            amount: money(amount),
          })}
          rows={rows}
        />
      </Filters>
    </div>
  )
}

function State({ code }: { code: string }) {
  const t = useTexts(words).refunds
  const status = registerStates.find((one) => one === code)
  return status ? <StateWord tone={tones[status]}>{t.narrowings[status]}</StateWord> : code
}

const screens = {
  overview: OverviewView,
  movements: Movements,
  insurers: Insurers,
  promoters: Promoters,
  refunds: Refunds,
  reconciliation: Reconciliation,
  statements: Statements,
  duties: DutiesView,
  periods: PeriodsView,
  out: Out,
  exports: ExportsView,
} as const

/**
 * The books' views beside the orders. In its own script, because the report of orders is opened
 * most.
 */
export function Accounting({ view, today }: { view: Exclude<View, 'orders'>; today: string }) {
  const Screen = screens[view]
  return <Screen today={today} />
}
