import { Fragment } from 'react'
import { pathOf } from '#contract/pages.ts'
import { type Day, numericDay } from '#domain/calendar.ts'
import { type BoardColumn, boardColumns, columnOf, heatDays } from '#domain/claims/board.ts'
import { isWorkingDay, type MovedDays } from '#domain/claims/working-days.ts'
import { productNames } from '#domain/products.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { MessageIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { queryWith, setQuery, useQuery } from '../../ui/query.ts'
import { useLive } from '../live.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { useRowKeys } from '../shell/keys.ts'
import { SmallPlate } from '../small-plate.tsx'
import pill from '../split/number.module.css'
import { ViewTabs } from '../split/tabs.tsx'
import styles from './board.module.css'
import words from './case-texts.ts'
import type { BoardClaim } from './claim.ts'
import heatStyles from './heat.module.css'
import { LawLine } from './law-line.tsx'
import listWords from './texts.ts'

type Days = { today: Day; moved: MovedDays }

/** One claim on the board: client, plate, damage, next step, sum and days. */
export function BoardCard({ claim, today, moved }: Days & { claim: BoardClaim }) {
  const t = useTexts(words)
  const { kinds, types } = useTexts(listWords)
  const locale = useLocale()
  const { deadline } = claim
  return (
    <li>
      <a
        data-row
        className={styles.card}
        href={`${pathOf('staff-claims', locale)}?claim=${claim.claim_id}`}
      >
        <span className={styles.who}>
          <b>{claim.who}</b>
          {claim.client_acted ? (
            <span className={styles.answer} role="img" aria-label={t.answeredMark}>
              <MessageIcon />
            </span>
          ) : null}
          <Lead name={claim.lead} />
        </span>
        <span className={styles.what}>
          {claim.plate ? <SmallPlate plate={claim.plate} /> : null}
          <span>{claim.plate ? claim.damage_type : `${types.home}: ${claim.damage_type}`}</span>
        </span>
        <span className={styles.next}>
          {kinds[deadline.kind]} {numericDay(deadline.due).slice(0, 5)}
          {claim.sum === null ? null : <span>{money(claim.sum)}</span>}
        </span>
        <LawLine
          from={claim.counted_from}
          direct={claim.direct}
          today={today}
          moved={moved}
          deadline={deadline}
        />
        <span className="visually-hidden">
          {claim.claim_id}, {t.until(kinds[deadline.kind], longDate(locale, deadline.due))}
        </span>
      </a>
    </li>
  )
}

/** Initials of the person who took the claim; a ring if nobody has. */
function Lead({ name }: { name: string | null }) {
  const t = useTexts(words)
  const letters = (name ?? '').split(' ').map((word) => word.slice(0, 1))
  return (
    <span
      className={styles.lead}
      role="img"
      data-none={name ? undefined : ''}
      aria-label={name ?? t.nobody}
      title={name ?? t.nobody}
    >
      {name ? letters.slice(0, 2).join('') : '+'}
    </span>
  )
}

type Props = Days & { counts: ReadonlyMap<Day, number>; chosen: Day | null }

/** Four weeks of legal deadlines: a day shows how many are due and filters by them. */
export function Heat({ today, moved, counts, chosen }: Props) {
  const days = heatDays(today)
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <fieldset className={heatStyles.heat}>
      <legend className="visually-hidden">{t.heat}</legend>
      <span className={heatStyles.caption} aria-hidden="true">
        <b>{t.heat}</b>
        {t.heatHint}
      </span>
      {days.map((day, at) => {
        const count = counts.get(day) ?? 0
        // Today is on the strip even on a day off: without it people lose their place.
        const works = isWorkingDay(day, moved) || count > 0 || day === today
        const begins = at === 0 || day.endsWith('-01')
        const weekday = t.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
        const month = begins ? (
          <span className={heatStyles.month} aria-hidden="true">
            {t.months[Number(day.slice(5, 7)) - 1]}
          </span>
        ) : null
        const square = works ? (
          <button
            type="button"
            className={heatStyles.day}
            data-many={count === 0 ? 'none' : count === 1 ? 'one' : count === 2 ? 'two' : 'many'}
            data-when={day < today ? 'past' : day === today ? 'today' : undefined}
            aria-pressed={chosen === day}
            onClick={() => setQuery({ day: chosen === day ? null : day })}
          >
            <span className="visually-hidden">{t.heatDay(longDate(locale, day), count)}</span>
            <b aria-hidden="true">{count}</b>
            <span aria-hidden="true">
              <i>{day === today ? t.today : weekday} </i>
              {Number(day.slice(8))}
            </span>
          </button>
        ) : (
          <span className={heatStyles.off} aria-hidden="true" />
        )
        return (
          <Fragment key={day}>
            {month}
            {square}
          </Fragment>
        )
      })}
    </fieldset>
  )
}

type Data = Reply<'staffClaimBoard'>['data']
const tabs = ['open', 'mine', 'answered'] as const
type Tab = (typeof tabs)[number]
const isIn: Record<Tab, (claim: BoardClaim) => boolean> = {
  open: () => true,
  mine: ({ mine }) => mine,
  answered: ({ client_acted }) => client_acted,
}

/** Every open claim by its next legal deadline. */
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

function Sheet({ data: { claims, today, moved, more } }: { data: Data }) {
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
      <Heat today={today} moved={moved} counts={counts} chosen={day} />
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
        <Columns claims={shown} today={today} moved={moved} />
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

type ColumnsProps = Days & { claims: readonly BoardClaim[] }
/** Overdue claims share the first column with today's. */
function Columns({ claims, ...days }: ColumnsProps) {
  const by = new Map<BoardColumn, BoardClaim[]>(boardColumns.map((column) => [column, []]))
  for (const claim of claims)
    by.get(columnOf(claim.deadline.due, days.today, days.moved))?.push(claim)
  const [late, now, ...rest] = boardColumns
  const stacks: BoardColumn[][] = [[late, now], ...rest.map((column) => [column])]
  return (
    <div className={styles.board}>
      {stacks.map((stack) => (
        <div key={stack.join()} className={styles.column}>
          {stack.map((column) => (
            <Group key={column} column={column} claims={by.get(column) ?? []} {...days} />
          ))}
        </div>
      ))}
    </div>
  )
}

type GroupProps = ColumnsProps & { column: BoardColumn }
function Group({ column, claims, ...days }: GroupProps) {
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
          <BoardCard key={claim.claim_id} claim={claim} {...days} />
        ))}
      </ul>
    </section>
  )
}
