import type { ReactNode } from 'react'
import { useTexts } from '../texts.ts'
import parts from '../ui/desk-parts.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { usePages } from '../ui/pages-of.ts'
import styles from './report.module.css'
import words from './report-texts.ts'

type Part<Row, Totals> = { data: Row[]; next: string | null; totals?: Totals | null }
type Props<Row, Totals> = {
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<Part<Row, Totals>>
  /** What the first page says about them all. */
  above?: (totals: Totals) => ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/**
 * A report's rows, a page at a time. Give it a key of what is asked, so that another question
 * begins anew.
 */
export function Paged<Row, Totals>({ load, above, children }: Props<Row, Totals>) {
  const t = useTexts(words)
  const { loading, page, rest } = usePages<Part<Row, Totals>>(load, (before, after) => ({
    ...before,
    data: [...before.data, ...after.data],
    next: after.next,
  }))
  return (
    <Loaded loading={loading} value={page}>
      {({ data, totals }) => (
        <>
          {totals ? above?.(totals) : null}
          {data.length === 0 ? (
            <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
          ) : (
            <>
              <section
                className={`${parts.list} ${styles.wide}`}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
                tabIndex={0}
                aria-label={t.shown(data.length)}
              >
                {children(data)}
              </section>
              {rest ? <LoadMore label={t.more} shown={t.shown(data.length)} {...rest} /> : null}
            </>
          )}
        </>
      )}
    </Loaded>
  )
}
