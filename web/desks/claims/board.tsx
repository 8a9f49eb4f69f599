import { type BoardColumn, boardColumns, columnOf } from '#domain/claims/board.ts'
import { productNames } from '#domain/products.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { queryWith, setQuery, useQuery } from '../../ui/query.ts'
import { useLive } from '../live.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { useRowKeys } from '../shell/keys.ts'
import pill from '../split/number.module.css'
import { ViewTabs } from '../split/tabs.tsx'
import styles from './board.module.css'
import { BoardCard } from './board-card.tsx'
import words from './case-texts.ts'
import type { BoardClaim } from './claim.ts'
import { Heat } from './heat.tsx'
import listWords from './texts.ts'

type Data = Reply<'staffClaimBoard'>['data']
const tabs = ['open', 'mine', 'answered'] as const
type Tab = (typeof tabs)[number]
const isIn: Record<Tab, (claim: BoardClaim) => boolean> = {
  open: () => true,
  mine: ({ mine }) => mine,
  answered: ({ client_acted }) => client_acted,
}

/** Every open claim by the day on which the law wants something of it. */
export function Board() {
  const t = useTexts(words)
  const loading = useReply(ask, 'staffClaimBoard', {})
  useLive('claim-board', 'staffClaimBoard')
  return (
    <section className={styles.whole} aria-label={t.board}>
      <Loaded loading={loading} value={loading.value}>
        {(data) => <Sheet data={data} />}
      </Loaded>
    </section>
  )
}

function Sheet({ data: { claims, today, more } }: { data: Data }) {
  const t = useTexts(words)
  const locale = useLocale()
  const query = useQuery()
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'open'
  const product = productNames.find((one) => one === query.get('product'))
  const day = query.get('day')
  const ofTab = claims.filter(
    (claim) => isIn[tab](claim) && (!product || claim.policy_type === product),
  )
  const shown = day ? ofTab.filter(({ deadline }) => deadline.due === day) : ofTab
  const counts = new Map<string, number>()
  for (const { deadline } of ofTab) counts.set(deadline.due, (counts.get(deadline.due) ?? 0) + 1)
  const late = claims.filter(({ deadline }) => deadline.late).length
  const due = claims.filter(({ deadline }) => deadline.due === today).length
  useRowKeys()
  useFootSum(t.sum(claims.length, late, due))
  return (
    <>
      <Bar claims={claims} tab={tab} product={product ?? ''} />
      <Heat today={today} counts={counts} chosen={day} />
      {day ? (
        <p className={styles.chosen}>
          {t.onDay(longDate(locale, day))}
          <button type="button" className={styles.reset} onClick={() => setQuery({ day: null })}>
            {t.allDays}
          </button>
        </p>
      ) : null}
      {more ? <p className={styles.chosen}>{t.more}</p> : null}
      {shown.length === 0 ? (
        <EmptyState title={t.nothing}>{t.nothingText}</EmptyState>
      ) : (
        <Columns claims={shown} today={today} />
      )}
    </>
  )
}

type BarProps = { claims: readonly BoardClaim[]; tab: Tab; product: string }
function Bar({ claims, tab, product }: BarProps) {
  const t = useTexts(words)
  const { types } = useTexts(listWords)
  return (
    <div className={styles.bar}>
      <ViewTabs
        label={t.tabsLabel}
        current={tab}
        tabs={tabs.map((one) => ({
          key: one,
          title: t.tabs[one],
          query: { tab: one === 'open' ? null : one, day: null },
          count: claims.filter(isIn[one]).length,
          hot: one === 'answered',
        }))}
      />
      <span className={styles.end}>
        <FilterChip
          label={t.type}
          any={t.any}
          value={product}
          options={productNames.map((value) => ({ value, label: types[value] }))}
          onValue={(value) => setQuery({ product: value })}
        />
        <a className={styles.list} href={queryWith({ list: '1', tab: null, day: null })}>
          {t.list}
        </a>
      </span>
    </div>
  )
}

type ColumnsProps = { claims: readonly BoardClaim[]; today: string }
/** What is late stands over today in one column; the others stand beside. */
function Columns({ claims, today }: ColumnsProps) {
  const by = new Map<BoardColumn, BoardClaim[]>(boardColumns.map((column) => [column, []]))
  for (const claim of claims) by.get(columnOf(claim.deadline.due, today))?.push(claim)
  const [late, now, ...rest] = boardColumns
  const stacks: BoardColumn[][] = [[late, now], ...rest.map((column) => [column])]
  return (
    <div className={styles.board}>
      {stacks.map((stack) => (
        <div key={stack.join()} className={styles.column}>
          {stack.map((column) => (
            <Group key={column} column={column} claims={by.get(column) ?? []} today={today} />
          ))}
        </div>
      ))}
    </div>
  )
}

type GroupProps = { column: BoardColumn; claims: readonly BoardClaim[]; today: string }
function Group({ column, claims, today }: GroupProps) {
  const t = useTexts(words)
  if (column === 'late' && claims.length === 0) return null
  const title = t.columns[column]
  return (
    <section aria-label={title} data-empty={claims.length === 0 ? '' : undefined}>
      <h2 className={styles.head} data-late={column === 'late' ? '' : undefined}>
        {title}
        <span
          className={pill.number}
          data-hot={column === 'today' && claims.length > 0 ? '' : undefined}
          data-late={column === 'late' ? '' : undefined}
        >
          {claims.length}
        </span>
      </h2>
      <ul className={styles.cards}>
        {claims.map((claim) => (
          <BoardCard key={claim.claim_id} claim={claim} today={today} />
        ))}
      </ul>
    </section>
  )
}
