import type { ReactNode } from 'react'
import type { Reply } from '../../http/api.ts'
import { useTexts } from '../../texts.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import orderWords from '../../ui/order-words.ts'
import { setQuery } from '../../ui/query.ts'
import { Stroke } from '../shell/icons.tsx'
import { ViewTabs } from '../split/tabs.tsx'
import styles from './bars.module.css'
import words from './desk-texts.ts'
import orderDeskWords from './texts.ts'
import { type Asked, isCounted, views } from './views.ts'

type Counts = Reply<'staffOrders'>['data']['counts']

type Props = {
  asked: Asked
  counts: Counts
  /** An order is open: if it replaces the list, there is nothing to filter. */
  open: boolean
  children: ReactNode
}

/** Tabs with their counts, the search by order number, and filters that act at once. */
export function Bars({ asked, counts, open, children }: Props) {
  const t = useTexts(words)
  const states = useTexts(orderWords).order
  const { channels } = useTexts(orderDeskWords)
  const named = (names: Record<string, string>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }))
  return (
    <>
      <div className={styles.bar}>
        <Tabs asked={asked} counts={counts} />
      </div>
      <div className={`${styles.bar} ${styles.thin}`} data-open={open || undefined}>
        <Find />
        {asked.view === 'newest' ? (
          <>
            <FilterChip
              label={t.state}
              any={t.any}
              value={asked.state ?? ''}
              options={named(states)}
              onValue={(state) => setQuery({ state })}
            />
            <FilterChip
              label={t.channel}
              any={t.any}
              value={asked.channel ?? ''}
              options={named(channels)}
              onValue={(channel) => setQuery({ channel })}
            />
          </>
        ) : null}
        {asked.state || asked.channel ? (
          <button
            type="button"
            className={styles.reset}
            onClick={() => setQuery({ state: null, channel: null })}
          >
            {t.reset}
          </button>
        ) : null}
        <span className={styles.end}>{children}</span>
      </div>
    </>
  )
}

function Tabs({ asked, counts }: { asked: Asked; counts: Counts }) {
  const t = useTexts(words)
  return (
    <ViewTabs
      label={t.tabs}
      current={asked.view}
      tabs={views.map((view) => ({
        key: view,
        title: t.tab[view],
        query: {
          view: view === 'human' ? null : view,
          order: null,
          state: null,
          channel: null,
          sort: null,
        },
        count: isCounted(view) ? (counts?.[view].count ?? null) : undefined,
        hot: view === 'human',
      }))}
    />
  )
}

/** Search of one order by its number, in any list. */
function Find() {
  const t = useTexts(orderDeskWords)
  return (
    <form
      className={styles.find}
      aria-label={t.findLabel}
      onSubmit={(event) => {
        event.preventDefault()
        const order = String(new FormData(event.currentTarget).get('order') ?? '').trim()
        if (order) setQuery({ order })
      }}
    >
      <input
        name="order"
        type="text"
        aria-label={t.findLabel}
        placeholder={t.findLabel}
        maxLength={40}
        autoComplete="off"
      />
      <button type="submit" aria-label={t.find}>
        <Stroke of="search" />
      </button>
    </form>
  )
}
