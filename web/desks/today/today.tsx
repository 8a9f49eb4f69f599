import { pathOf } from '#contract/pages.ts'
import { numericDay } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Below } from '../../ui/below.tsx'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import { useDuration } from '../../ui/use-duration.ts'
import { likeness } from '../kyc/percent.ts'
import { useLive } from '../live.ts'
import { MyCases } from '../notes/my-cases.tsx'
import noteWords from '../notes/texts.ts'
import { useObstacle } from '../orders/obstacle.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { Stroke } from '../shell/icons.tsx'
import { useRowKeys } from '../shell/keys.ts'
import type { Today as Waiting } from '../shell/waiting.ts'
import { SmallPlate } from '../small-plate.tsx'
import { DeskTabs } from '../split/tabs.tsx'
import words from './texts.ts'
import styles from './today.module.css'

type Row = Waiting['rows'][number]

/** Everything that waits for the user, each row by its act. */
export function Today() {
  const n = useTexts(noteWords)
  const asked = useQuery().get('of')
  const whose = asked === 'mine' || asked === 'team' || asked === 'handed' ? asked : null
  const counted = useReply(ask, 'staffCases', { whose: 'mine' })
  useLive('my-cases', 'staffCases')
  return (
    <>
      <DeskTabs
        label={n.views}
        current={whose ?? 'all'}
        tabs={[
          { key: 'all', title: n.all, query: { of: null } },
          {
            key: 'mine',
            title: n.mine,
            query: { of: 'mine' },
            count: counted.value?.all ?? null,
            hot: counted.value?.cases.some(({ note }) => note?.for_me) ?? false,
          },
          { key: 'team', title: n.team, query: { of: 'team' } },
          { key: 'handed', title: n.handedOver, query: { of: 'handed' } },
        ]}
      />
      {whose ? <MyCases key={whose} whose={whose} /> : <Waits />}
    </>
  )
}

function Waits() {
  const t = useTexts(words)
  const loading = useReply(ask, 'staffToday', {})
  useRowKeys()
  return (
    <section className={styles.scroll} aria-label={t.caption}>
      <Loaded loading={loading} value={loading.value}>
        {(waiting) => <Rows waiting={waiting} />}
      </Loaded>
    </section>
  )
}

function Rows({ waiting: { rows, counts } }: { waiting: Waiting }) {
  const t = useTexts(words)
  const columns = useColumns(rows.some(({ amount }) => amount !== null))
  const of = (when: Row['when']) => rows.filter((row) => row.when === when).length
  const all = Object.values(counts).reduce((sum, count) => sum + count.all, 0)
  useFootSum(t.sum(all, of('late'), of('today')))
  if (rows.length === 0) return <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
  return (
    <DenseTable
      caption={t.caption}
      columns={columns}
      rows={rows}
      keyOf={(row) => `${row.desk} ${row.act} ${row.id} ${row.number} ${row.since}`}
      groupOf={({ when }) => ({
        key: when,
        title: (
          <span className={styles.group} data-when={when}>
            {t.groups[when]} <span>{of(when)}</span>
          </span>
        ),
      })}
    />
  )
}

function useColumns(sums: boolean): DenseColumn<Row>[] {
  const t = useTexts(words)
  const locale = useLocale()
  const waited = useDuration()
  const sentence = useObstacle()
  const minutes = (n: number) =>
    waited(new Date(0).toISOString(), new Date(n * 60_000).toISOString())
  const toBreak = (at: string) => {
    const now = new Date().toISOString()
    return at > now ? t.left(waited(now, at)) : t.over(waited(at))
  }
  const all: (DenseColumn<Row> | null)[] = [
    {
      key: 'act',
      title: t.columns.act,
      cell: (row) => (
        <span className={styles.act}>
          <Stroke of={drawings[row.desk]} />
          <a data-row href={addressOf(row, locale)}>
            {t.acts[row.act]}
            <span className={styles.number}> {numberOf(row, locale)}</span>
          </a>
          {row.who ? (
            <Below until={600}>
              {row.who}
              {row.plate ? <SmallPlate plate={row.plate} /> : null}
            </Below>
          ) : null}
        </span>
      ),
    },
    {
      key: 'who',
      title: t.columns.who,
      from: 600,
      cell: ({ who, plate }) => (
        <span className={styles.who}>
          {who}
          {plate ? <SmallPlate plate={plate} /> : null}
        </span>
      ),
    },
    {
      key: 'why',
      title: t.columns.why,
      grows: true,
      from: 900,
      cell: ({ act, why, obstacle, papers }) => (
        <span className={styles.soft}>
          {obstacle
            ? sentence(obstacle)
            : (act === 'match' || act === 'sign_unblock') && why
              ? `${t.whys[act]} · ${why}`
              : why || t.whys[act] || (papers ? t.papers(papers) : '')}
        </span>
      ),
    },
    sums
      ? {
          key: 'amount',
          title: t.columns.amount,
          number: true,
          from: 600,
          cell: ({ amount }) => (amount === null ? '' : money(amount)),
        }
      : null,
    {
      key: 'due',
      title: t.columns.due,
      number: true,
      cell: ({ due, breaks_at, allowed, when }) => (
        <span className={styles.due} data-when={when}>
          {due ? numericDay(due) : toBreak(breaks_at)}
          {allowed === null ? null : <small>{t.allowed(minutes(allowed))}</small>}
        </span>
      ),
    },
  ]
  return all.flatMap((column) => column ?? [])
}

/**
 * Returns what distinguishes the row from others of its act: its number; for a match, its
 * similarity.
 */
const numberOf = (row: Row, locale: Locale): string =>
  row.likeness === null ? row.number : likeness(row.likeness, locale)

const drawings = {
  orders: 'staff-orders',
  claims: 'staff-claims',
  kyc: 'kyc',
  inbox: 'inbox',
  reference: 'staff-reference',
} as const

function addressOf({ act, desk, id }: Row, locale: Locale): string {
  const asked = encodeURIComponent(id)
  if (desk === 'orders') return `${pathOf('staff-orders', locale)}?order=${asked}`
  if (desk === 'claims') return `${pathOf('staff-claims', locale)}?claim=${asked}`
  if (desk === 'inbox') return `${pathOf('staff-clients', locale)}?inbox=new&message=${asked}`
  if (desk === 'reference') return `${pathOf('staff-reference', locale)}?kind=${asked}`
  return `${pathOf('kyc', locale)}?${act === 'sign_list' ? 'view=lists' : `case=${asked}`}`
}
