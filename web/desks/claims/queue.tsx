import { pathOf } from '#contract/pages.ts'
import { numericDay } from '#domain/calendar.ts'
import { productNames } from '#domain/products.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReplyPages } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Below } from '../../ui/below.tsx'
import { Button } from '../../ui/button.tsx'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChip, FilterFold } from '../../ui/filter-chip.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { setQuery, useQuery, useReturns, useShown } from '../../ui/query.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { useRowKeys } from '../shell/keys.ts'
import { SmallPlate } from '../small-plate.tsx'
import filtered from '../split/filtered.module.css'
import styles from './board.module.css'
import caseWords from './case-texts.ts'
import { DeadlineMark, StateMark } from './marks.tsx'
import words from './texts.ts'

const views = [
  'open',
  'wait',
  'under_consideration',
  'accepted',
  'rejected',
  'completed',
  'all',
] as const
const deadlines = ['late', 'soon'] as const
type Page = Reply<'staffClaims'>['data']

/** Filters in the address, the claims that match, and a link to each. */
export function Queue() {
  const t = useTexts(words)
  const { states } = t
  const { board } = useTexts(caseWords)
  const locale = useLocale()
  const query = useQuery()
  const returns = useReturns()
  const view = views.find((one) => one === query.get('view')) ?? 'open'
  const deadline = deadlines.find((one) => one === query.get('deadline'))
  const policyType = productNames.find((one) => one === query.get('type'))
  const number = query.get('number') ?? ''
  const shown = useShown(number)
  const title = (one: (typeof views)[number]) =>
    one === 'open' || one === 'all' ? t.views[one] : states[one]
  return (
    <>
      <form
        key={`${returns} ${shown.key}`}
        className={filtered.bar}
        aria-label={t.filters}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = String(new FormData(event.currentTarget).get('number') ?? '').trim()
          shown.typed(typed)
          setQuery({ number: typed })
        }}
      >
        <FilterFold
          until={600}
          acting={[view !== 'open', deadline, policyType].filter(Boolean).length}
        >
          <FilterChip
            label={t.view}
            any={t.views.open}
            value={view === 'open' ? '' : view}
            options={views.slice(1).map((value) => ({ value, label: title(value) }))}
            onValue={(value) => setQuery({ view: value })}
          />
          <FilterChip
            label={t.deadline}
            any={t.deadlines.any}
            value={deadline ?? ''}
            options={deadlines.map((value) => ({ value, label: t.deadlines[value] }))}
            onValue={(value) => setQuery({ deadline: value })}
          />
          <FilterChip
            label={t.type}
            any={t.types.any}
            value={policyType ?? ''}
            options={productNames.map((value) => ({ value, label: t.types[value] }))}
            onValue={(value) => setQuery({ type: value })}
          />
        </FilterFold>
        <FindByNumber number={number} />
        <a className={styles.list} href={pathOf('staff-claims', locale)}>
          {board}
        </a>
      </form>
      <section className={filtered.list} aria-label={t.filters}>
        <Claims
          key={query.toString()}
          filter={{
            view,
            ...(deadline ? { deadline } : {}),
            ...(policyType ? { policy_type: policyType } : {}),
            ...(number ? { number } : {}),
          }}
        />
      </section>
    </>
  )
}

/** Finds a claim by its number, with the form that holds it. */
function FindByNumber({ number }: { number: string }) {
  const t = useTexts(words)
  return (
    <span className={filtered.find}>
      <input
        name="number"
        type="text"
        aria-label={t.number}
        placeholder={t.number}
        defaultValue={number}
        maxLength={40}
        autoComplete="off"
      />
      <Button type="submit" variant="secondary" size="small">
        {t.find}
      </Button>
    </span>
  )
}

type Claim = Page['claims'][number]

function Claims({ filter }: { filter: Parameters<typeof ask<'staffClaims'>>[1] }) {
  const t = useTexts(words)
  const columns = useColumns()
  const { loading, page, rest } = useReplyPages<'staffClaims', Page>(
    ask,
    'staffClaims',
    filter,
    (before, after) => ({ ...after, claims: [...before.claims, ...after.claims] }),
  )
  useRowKeys()
  useFootSum(page ? t.shown(page.claims.length) : '')
  return (
    <Loaded loading={loading} value={page}>
      {({ claims }) =>
        claims.length === 0 ? (
          <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
        ) : (
          <>
            <DenseTable
              caption={t.shown(claims.length)}
              columns={columns}
              rows={claims}
              keyOf={({ claim_id }) => claim_id}
            />
            {rest ? <LoadMore label={t.more} shown={t.shown(claims.length)} {...rest} /> : null}
          </>
        )
      }
    </Loaded>
  )
}

function useColumns(): DenseColumn<Claim>[] {
  const t = useTexts(words)
  const locale = useLocale()
  return [
    {
      key: 'number',
      title: t.columns.number,
      cell: ({ claim_id, who, plate }) => (
        <>
          <a data-row href={`${pathOf('staff-claims', locale)}?claim=${claim_id}`}>
            {claim_id}
          </a>
          <Below until={600}>
            {who}
            {plate ? <SmallPlate plate={plate} /> : null}
          </Below>
        </>
      ),
    },
    {
      key: 'who',
      title: t.columns.who,
      name: true,
      from: 600,
      cell: ({ who, plate }) => (
        <>
          {who}
          <Below until={900}>{plate ? <SmallPlate plate={plate} /> : null}</Below>
        </>
      ),
    },
    {
      key: 'plate',
      title: t.columns.plate,
      from: 900,
      cell: ({ plate }) => (plate ? <SmallPlate plate={plate} /> : '–'),
    },
    {
      key: 'state',
      title: t.columns.state,
      cell: ({ state, client_acted }) => (
        <span className={styles.stands}>
          <StateMark state={state} />
          {client_acted ? <b>{t.clientActed}</b> : null}
        </span>
      ),
    },
    {
      key: 'damage',
      title: t.columns.damage,
      grows: true,
      from: 900,
      cell: ({ damage_type }) => damage_type,
    },
    { key: 'policy', title: t.columns.policy, from: 900, cell: ({ global_id }) => global_id },
    {
      key: 'date',
      title: t.columns.date,
      from: 1200,
      cell: ({ claim_date }) => numericDay(claim_date),
    },
    {
      key: 'deadline',
      title: t.columns.deadline,
      number: true,
      cell: ({ deadline }) => (deadline ? <DeadlineMark deadline={deadline} /> : '–'),
    },
  ]
}
