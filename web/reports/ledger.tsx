import type { ReactNode } from 'react'
import type { CallName } from '#contract/index.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { type Pages, useReplyPages } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import type { DenseColumn } from '../ui/dense-column.ts'
import { DenseTable } from '../ui/dense-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import styles from './report.module.css'
import words from './texts.ts'

/** Rows that one look at a ledger brings; who needs more narrows it or takes the file, which has all. */
const ROWS_SHOWN = 1_000

type Part<Row, Totals> = { data: Row[]; next: string | null; totals?: Totals | null }
export type Rows<Row, Totals> = Pages<Part<Row, Totals>>

/** The rows of a report, as far as they are read. */
export const useRows = <Name extends CallName, Row, Totals = never>(
  name: Name,
  body: Parameters<typeof useReplyPages<Name, Part<Row, Totals>>>[2],
  pageOf: (reply: Reply<Name>) => Part<Row, Totals>,
  begins?: 'cursor' | 'after',
): Rows<Row, Totals> =>
  useReplyPages(
    ask,
    name,
    body,
    (before, after) => ({
      ...before,
      data: [...before.data, ...after.data],
      next: after.next,
    }),
    pageOf,
    begins,
  )

type Props<Row, Totals> = {
  caption: string
  columns: readonly DenseColumn<Row>[]
  rows: Rows<Row, Totals>
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
  rows,
  foot,
  summed,
  empty,
}: Props<Row, Totals>) {
  const t = useTexts(words)
  const order = useQuery().get('sort') ?? 'newest'
  const { loading, page, rest } = rows
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
                  {data.length < ROWS_SHOWN || rest.last ? (
                    <LoadMore label={t.more} shown={t.shown(data.length)} {...rest} />
                  ) : (
                    <LoadMore label={t.more} shown={t.narrow(data.length)} {...rest} last />
                  )}
                </div>
              ) : null}
            </>
          )
        }
      </Loaded>
    </section>
  )
}
