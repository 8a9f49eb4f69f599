import { formatTime } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReply, useReplyPages } from '../http/replies.ts'
import { money, useTexts } from '../texts.ts'
import { DenseTable } from '../ui/dense-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { queryWith, setQuery, useQuery } from '../ui/query.ts'
import { Filters } from './filters.tsx'
import { useOptions } from './options.ts'
import { useOrderColumns } from './order-ledger.tsx'
import styles from './overview.module.css'
import { Channels, Daily, Differences, Funnel, Insurers, Reasons } from './overview-charts.tsx'
import { Figures } from './overview-figures.tsx'
import words from './overview-texts.ts'
import { type Period, periodOf } from './period.ts'
import type { Overview } from './replies.ts'
import report from './report.module.css'

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
  const to = { view: null }
  return (
    <section className={styles.latest} aria-label={t.latest}>
      <Loaded loading={loading} value={page}>
        {({ data, totals }) => (
          <>
            <div className={styles.head}>
              <h2>{t.latest}</h2>
              <a
                href={queryWith(to)}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  setQuery(to)
                }}
              >
                {t.all(groupDigits(totals?.count ?? data.length))}
              </a>
            </div>
            <div className={styles.rows}>
              <DenseTable
                caption={t.latest}
                columns={columns
                  .filter(({ key }) => !['promoter', 'source', 'commission'].includes(key))
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
