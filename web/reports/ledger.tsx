import type { ReactNode } from 'react'
import { useTexts } from '../texts.ts'
import type { DenseColumn } from '../ui/dense-column.ts'
import { DenseTable } from '../ui/dense-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { usePages } from '../ui/pages-of.ts'
import { setQuery, useQuery } from '../ui/query.ts'
import styles from './report.module.css'
import words from './report-texts.ts'

type Part<Row, Totals> = { data: Row[]; next: string | null; totals?: Totals | null }
type Props<Row, Totals> = {
  caption: string
  columns: readonly DenseColumn<Row>[]
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<Part<Row, Totals>>
  /** What the first page says about them all, in the line that stays in sight. */
  foot?: (totals: Totals) => Readonly<Partial<Record<string, ReactNode>>>
  /** Told what stands in sight, for the foot of the frame. */
  summed: (shown: number, totals: Totals | null) => ReactNode
  /** What is said where there is nothing, if it is more than that nothing was found. */
  empty?: { title: string; text: string }
}

/**
 * A report as a ledger to the foot of the sheet, a page at a time. Give it a key of what is asked,
 * so that another question begins anew.
 */
export function Ledger<Row extends { id: string }, Totals>({
  caption,
  columns,
  load,
  foot,
  summed,
  empty,
}: Props<Row, Totals>) {
  const t = useTexts(words)
  const order = useQuery().get('sort') ?? 'newest'
  const { loading, page, rest } = usePages<Part<Row, Totals>>(load, (before, after) => ({
    ...before,
    data: [...before.data, ...after.data],
    next: after.next,
  }))
  return (
    <section
      className={styles.ledger}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its rows are read, not opened: it scrolls by the keyboard too
      tabIndex={0}
      aria-label={caption}
    >
      <Loaded loading={loading} value={page}>
        {({ data, totals }) =>
          data.length === 0 ? (
            <EmptyState title={empty?.title ?? t.empty}>{empty?.text ?? t.emptyText}</EmptyState>
          ) : (
            <>
              {summed(data.length, totals ?? null)}
              <DenseTable
                caption={caption}
                columns={columns}
                rows={data}
                keyOf={({ id }) => id}
                height="dense"
                order={order}
                onOrder={(sort) => setQuery({ sort: sort === 'newest' ? null : sort })}
                foot={totals ? foot?.(totals) : undefined}
              />
              {rest ? (
                <div className={styles.rest}>
                  <LoadMore label={t.more} shown={t.shown(data.length)} {...rest} />
                </div>
              ) : null}
            </>
          )
        }
      </Loaded>
    </section>
  )
}
