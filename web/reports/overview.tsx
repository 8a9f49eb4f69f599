import { formatTime } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReply, useReplyPages } from '../http/replies.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { Below } from '../ui/below.tsx'
import { Trend } from '../ui/charts/trend.tsx'
import { changeOf, decimal, inUnit, unitOf } from '../ui/charts/units.ts'
import { DenseTable } from '../ui/dense-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { shortInsurer } from '../ui/insurer-name.ts'
import { Loaded } from '../ui/loaded.tsx'
import { useQuery } from '../ui/query.ts'
import { type Place, QueryLink } from '../ui/query-link.tsx'
import { Filters } from './filters.tsx'
import { useOptions } from './options.ts'
import { away, useOrderColumns } from './order-ledger.tsx'
import styles from './overview.module.css'
import { Channels, Daily, Differences, Funnel, Insurers, Reasons } from './overview-charts.tsx'
import words from './overview-texts.ts'
import { type Period, periodOf } from './period.ts'
import type { Overview } from './replies.ts'
import report from './report.module.css'

/** Minimum days for a meaningful line. */
const ENOUGH = 5

/** Five figures of a period, each with its comparison. */
function Figures({ overview }: { overview: Overview }) {
  const t = useTexts(words)
  const { premium, commission, ogpoPlus, refunds, days } = overview
  const change = changeOf(overview.premiumWhole, overview.premiumBefore, useLocale())
  const daily = (values: number[]) =>
    values.length >= ENOUGH && values.some((value) => value > 0) ? values : undefined
  return (
    <dl className={styles.figures} aria-label={t.figures}>
      <Figure
        name={t.premium}
        to={{ view: 'movements' }}
        tenge={premium}
        more={change ? t.change(change) : t.noChange}
        trend={daily(days.map((day) => day.premium))}
      />
      <Figure
        name={t.commission}
        to={{ view: 'movements' }}
        tenge={commission}
        more={t.ofPremium(premium > 0 ? decimal((commission / premium) * 100, 2) : '0')}
      />
      <Figure
        name={t.ogpoPlus}
        to={{ view: 'movements', plus: 'yes' }}
        tenge={ogpoPlus}
        more={t.policies(overview.ogpoPlusPolicies)}
        trend={daily(days.map((day) => day.ogpoPlus))}
      />
      <Figure
        name={t.refunded}
        to={{ view: 'refunds' }}
        tenge={refunds.amount}
        more={t.refunds(refunds.count)}
        trend={daily(refunds.days.map(({ amount }) => amount))}
      />
      <Figure
        name={t.toPassOn}
        to={{ view: 'insurers' }}
        tenge={overview.toPassOn}
        more={t.withoutOurs}
      />
    </dl>
  )
}

type Props = {
  name: string
  /** Link to the rows behind it. */
  to: Place
  tenge: number
  more: string
  trend?: number[] | undefined
}

function Figure({ name, to, tenge, more, trend }: Props) {
  const unit = unitOf(Math.abs(tenge), useLocale())
  return (
    <div>
      <dt>
        <QueryLink to={to}>{name}</QueryLink>
      </dt>
      <dd>
        <b>
          {inUnit(tenge, unit)}
          {'\u00a0'}
          <small>{unit.name}</small>
        </b>
        {trend ? <Trend values={trend} /> : null}
        <span>{more}</span>
      </dd>
    </div>
  )
}

const LONGEST_DAYS = 92
const LATEST = 8

/** A period in figures and pictures, with its last orders. */
export function OverviewView({ today }: { today: string }) {
  const period = periodOf(useQuery(), today)
  return (
    <div className={report.whole}>
      <Filters today={today} longest={LONGEST_DAYS}>
        <Found key={JSON.stringify(period)} period={period} today={today} />
      </Filters>
    </div>
  )
}

function Found({ period, today }: { period: Period; today: string }) {
  const t = useTexts(words)
  const loading = useReply(ask, 'reportOverview', period)
  const { insurer } = useOptions()
  return (
    <section
      className={report.ledger}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its charts are read, not opened: it scrolls by the keyboard too
      tabIndex={0}
      aria-label={t.figures}
    >
      <Loaded loading={loading} value={loading.value}>
        {(overview) => (
          <div className={styles.sheet}>
            <Summed overview={overview} />
            <Figures overview={overview} />
            {overview.policies === 0 && overview.funnel.ordered === 0 ? (
              <EmptyState title={t.none} />
            ) : (
              <div className={styles.charts}>
                <Daily overview={overview} today={today} />
                <Funnel overview={overview} />
                <Insurers overview={overview} nameOf={insurer} />
                <Channels overview={overview} />
                <Reasons overview={overview} />
                <Settlements overview={overview} month={period.to.slice(0, 7)} nameOf={insurer} />
                <Latest period={period} />
                <Differences overview={overview} />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </section>
  )
}

function Summed({ overview: { policies, premium, at } }: { overview: Overview }) {
  const t = useTexts(words)
  useFootSum(t.foot(groupDigits(policies), money(premium), formatTime(new Date(at))))
  return null
}

type Settled = Overview['settlements'][number]
const sums = ['opening', 'toPassOn', 'paid', 'left'] as const

type SettlementsProps = {
  overview: Overview
  month: string
  nameOf: (code: string) => string
}

/** Owed, paid and remaining sums of each insurer, each linked to its rows. */
function Settlements({ overview: { settlements }, month, nameOf }: SettlementsProps) {
  const t = useTexts(words)
  const account = ({ insurer }: Settled) => ({ view: 'periods', part: 'papers', month, insurer })
  const places: Record<(typeof sums)[number], (row: Settled) => Place> = {
    opening: account,
    toPassOn: ({ insurer }) => ({ view: 'movements', insurer }),
    paid: account,
    left: account,
  }
  return (
    <section className={styles.whole} aria-label={t.settlements}>
      <div className={styles.head}>
        <h2>{t.settlements}</h2>
      </div>
      {settlements.length === 0 ? (
        <p className={styles.outside}>
          {t.beforeBooks} <QueryLink to={{ view: 'periods' }}>{t.toPeriods}</QueryLink>
        </p>
      ) : (
        <div className={styles.rows}>
          <DenseTable
            caption={t.settlements}
            rows={settlements}
            keyOf={({ insurer }) => insurer}
            height="dense"
            columns={[
              {
                key: 'insurer',
                title: t.insurer,
                grows: true,
                cell: (row) => (
                  <>
                    <QueryLink to={account(row)} row>
                      {shortInsurer(nameOf(row.insurer))}
                    </QueryLink>
                    <Below until={600}>
                      <QueryLink to={account(row)}>{t.toAct}</QueryLink>
                    </Below>
                  </>
                ),
              },
              ...sums.map((key) => ({
                key,
                title: t[key],
                number: true,
                from: key === 'opening' || key === 'paid' ? (600 as const) : undefined,
                cell: (row: Settled) => (
                  <QueryLink to={places[key](row)}>{money(row[key])}</QueryLink>
                ),
              })),
              {
                key: 'act',
                title: t.next,
                from: 600,
                cell: (row) => (
                  <QueryLink to={account(row)}>
                    {t.toAct}
                    <span className="visually-hidden">: {nameOf(row.insurer)}</span>
                  </QueryLink>
                ),
              },
            ]}
            foot={{
              insurer: t.together,
              ...Object.fromEntries(
                sums.map((key) => [
                  key,
                  money(settlements.reduce((sum, row) => sum + row[key], 0)),
                ]),
              ),
            }}
          />
        </div>
      )}
    </section>
  )
}

/** The last orders of the period as the ledger shows them, with the way to all. */
function Latest({ period }: { period: Period }) {
  const t = useTexts(words)
  const options = useOptions()
  const columns = useOrderColumns(options.insurer)
  const { loading, page } = useReplyPages<'reportOrders', Reply<'reportOrders'>>(
    ask,
    'reportOrders',
    { ...period, sort: 'newest' },
    (_, last) => last,
    (reply) => reply,
  )
  const hidden: readonly string[] = away
  return (
    <section className={styles.latest} aria-label={t.latest}>
      <Loaded loading={loading} value={page}>
        {({ data, totals }) => (
          <>
            <div className={styles.head}>
              <h2>{t.latest}</h2>
              <QueryLink to={{ view: null }}>
                {t.all(groupDigits(totals?.count ?? data.length))}
              </QueryLink>
            </div>
            <div className={styles.rows}>
              <DenseTable
                caption={t.latest}
                columns={columns
                  .filter(
                    ({ key }) => ![...hidden, 'promoter', 'source', 'commission'].includes(key),
                  )
                  .map((column) => ({ ...column, sort: undefined }))}
                rows={data.slice(0, LATEST)}
                keyOf={({ id }) => id}
                height="dense"
              />
            </div>
          </>
        )}
      </Loaded>
    </section>
  )
}
