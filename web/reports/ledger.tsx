import { type ReactNode, useEffect, useRef } from 'react'
import type { CallName } from '#contract/index.ts'
import { groupDigits } from '#domain/format.ts'
import { pagesAround, REPORT_PAGE } from '#domain/report.ts'
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
import { QueryLink } from '../ui/query-link.tsx'
import styles from './report.module.css'
import words from './texts.ts'

/** Limit of rows on the screen; beyond it users filter or download the file, which has all. */
const ROWS_SHOWN = 1_000

type Part<Row, Totals> = { data: Row[]; next: string | null; totals?: Totals | null }
export type Rows<Row, Totals> = Pages<Part<Row, Totals>>

/** Loaded rows of a report. */
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

/** Returns the page number of an address; none means the first page. */
export const pageOf = (query: URLSearchParams): { page?: string } => {
  const page = query.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(page) ? { page } : {}
}

type Props<Row, Totals> = {
  caption: string
  columns: readonly DenseColumn<Row>[]
  rows: Rows<Row, Totals>
  /** Totals of the first page, in the row that stays in sight. */
  foot?: (totals: Totals) => Readonly<Partial<Record<string, ReactNode>>>
  /** Number of all rows, if any page can be opened. */
  counted?: (totals: Totals) => number
  /** Called with what is in sight, for the footer of the frame. */
  summed: (shown: number, totals: Totals | null) => ReactNode
  /** Text of an empty report, if there is more to say than that nothing was found. */
  empty?: { title: string; text: string }
}

/**
 * A report as a ledger to the foot of the sheet, a page at a time. Key it by its query, so that
 * another query starts anew.
 */
export function Ledger<Row extends { id: string }, Totals>({
  caption,
  columns,
  rows,
  foot,
  counted,
  summed,
  empty,
}: Props<Row, Totals>) {
  const t = useTexts(words)
  const query = useQuery()
  const order = query.get('sort') ?? 'newest'
  const at = Number(pageOf(query).page ?? 1)
  const place = useRef<HTMLElement>(null)
  const seen = useRef(at)
  const { loading, page, rest } = rows
  useEffect(() => {
    if (seen.current === at) return
    seen.current = at
    place.current?.scrollTo(0, 0)
    // The page's link disappeared with its rows.
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [at])
  const isPast = at > 1 && page?.data.length === 0
  useEffect(() => {
    if (isPast) setQuery({ page: null })
  }, [isPast])
  return (
    <section
      ref={place}
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
                onOrder={(sort) => setQuery({ sort: sort === 'newest' ? null : sort, page: null })}
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
              {totals && counted ? <PageLinks at={at} count={counted(totals)} /> : null}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

/** Links to any page, the last one included. */
function PageLinks({ at, count }: { at: number; count: number }) {
  const t = useTexts(words)
  const last = Math.ceil(count / REPORT_PAGE)
  if (last < 2) return null
  return (
    <nav className={styles.pages} aria-label={t.pages}>
      {pagesAround(at, last).map((page, n) =>
        page === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is its place
          <span key={`gap-${n}`}>…</span>
        ) : page === at ? (
          <b key={page} aria-current="page">
            {groupDigits(page)}
          </b>
        ) : (
          <QueryLink key={page} to={{ page: page === 1 ? null : String(page) }}>
            {groupDigits(page)}
          </QueryLink>
        ),
      )}
      <small>{t.rowsOf(groupDigits((at - 1) * REPORT_PAGE + 1), groupDigits(count))}</small>
    </nav>
  )
}
