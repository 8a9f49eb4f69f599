import { pathOf } from '#contract/pages.ts'
import { productNames } from '#domain/products.ts'
import claimWords from '../../claims/texts.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { usePages } from '../../ui/pages-of.ts'
import { setQuery, useQuery, useReturns } from '../../ui/query.ts'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
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

/** Filters in the address, the claims they leave, and the way to each. */
export function Queue() {
  const t = useTexts(words)
  const states = useTexts(claimWords).states
  const { board } = useTexts(caseWords)
  const locale = useLocale()
  const query = useQuery()
  const returns = useReturns()
  const view = views.find((one) => one === query.get('view')) ?? 'open'
  const deadline = deadlines.find((one) => one === query.get('deadline'))
  const policyType = productNames.find((one) => one === query.get('type'))
  const number = query.get('number') ?? ''
  const title = (one: (typeof views)[number]) =>
    one === 'open' || one === 'all' ? t.views[one] : states[one]
  return (
    <>
      <a className={parts.back} href={pathOf('staff-claims', locale)}>
        <BackIcon />
        {board}
      </a>
      <form
        key={returns}
        className={parts.filters}
        aria-label={t.filters}
        onSubmit={(event) => {
          event.preventDefault()
          setQuery({ number: String(new FormData(event.currentTarget).get('number') ?? '').trim() })
        }}
      >
        <Select
          name="view"
          label={t.view}
          defaultValue={view}
          options={views.map((value) => ({ value, label: title(value) }))}
          onValue={(value) => setQuery({ view: value === 'open' ? null : value })}
        />
        <Select
          name="deadline"
          label={t.deadline}
          defaultValue={deadline ?? 'any'}
          options={(['any', ...deadlines] as const).map((value) => ({
            value,
            label: t.deadlines[value],
          }))}
          onValue={(value) => setQuery({ deadline: value === 'any' ? null : value })}
        />
        <Select
          name="type"
          label={t.type}
          defaultValue={policyType ?? 'any'}
          options={(['any', ...productNames] as const).map((value) => ({
            value,
            label: t.types[value],
          }))}
          onValue={(value) => setQuery({ type: value === 'any' ? null : value })}
        />
        <TextField
          name="number"
          label={t.number}
          defaultValue={number}
          maxLength={40}
          autoComplete="off"
        />
        <Button type="submit" variant="secondary">
          {t.find}
        </Button>
      </form>
      <Claims
        key={query.toString()}
        filter={{
          view,
          ...(deadline ? { deadline } : {}),
          ...(policyType ? { policy_type: policyType } : {}),
          ...(number ? { number } : {}),
        }}
      />
    </>
  )
}

function Claims({ filter }: { filter: Parameters<typeof ask<'staffClaims'>>[1] }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { loading, page, rest } = usePages<Page>(
    async (cursor, signal) =>
      (await ask('staffClaims', { ...filter, ...(cursor ? { cursor } : {}) }, { signal })).data,
    (before, after) => ({ ...after, claims: [...before.claims, ...after.claims] }),
  )
  return (
    <Loaded loading={loading} value={page}>
      {({ claims }) =>
        claims.length === 0 ? (
          <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
        ) : (
          <>
            <div className={parts.list}>
              <Table
                caption={t.shown(claims.length)}
                columns={(['number', 'state', 'deadline', 'policy', 'damage', 'date'] as const).map(
                  (key) => ({
                    key,
                    title: t.columns[key],
                  }),
                )}
                rows={claims.map((claim) => ({
                  key: claim.claim_id,
                  cells: {
                    number: (
                      <a
                        className={parts.link}
                        href={`${pathOf('staff-claims', locale)}?claim=${claim.claim_id}`}
                      >
                        {claim.claim_id}
                      </a>
                    ),
                    state: (
                      <span className={parts.head}>
                        <StateMark state={claim.state} />
                        {claim.client_acted ? <Chip tone="now">{t.clientActed}</Chip> : null}
                      </span>
                    ),
                    deadline: claim.deadline ? <DeadlineMark deadline={claim.deadline} /> : '–',
                    policy: claim.global_id,
                    damage: claim.damage_type,
                    date: longDate(locale, claim.claim_date),
                  },
                }))}
              />
            </div>
            {rest ? <LoadMore label={t.more} shown={t.shown(claims.length)} {...rest} /> : null}
          </>
        )
      }
    </Loaded>
  )
}
