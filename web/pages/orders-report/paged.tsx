import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts.ts'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import styles from './report.module.css'
import words from './report-texts.ts'

type Part<Row> = { data: Row[]; next: string | null }
type Props<Row> = {
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<Part<Row>>
  children: (rows: readonly Row[]) => ReactNode
}

/** A report's rows, a page at a time. Give it a key of what is asked, so that another question begins anew. */
export function Paged<Row>({ load, children }: Props<Row>) {
  const t = useTexts(words)
  const [more, setMore] = useState<Part<Row> | null>(null)
  const [busy, setBusy] = useState(false)
  const loading = useLoading((signal) => load(undefined, signal))
  const page = more ?? loading.value
  const loadMore = async () => {
    if (!page?.next || busy) return
    setBusy(true)
    try {
      const part = await load(page.next)
      setMore({ data: [...page.data, ...part.data], next: part.next })
    } catch {
      loading.again()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Loaded loading={loading} value={page}>
      {({ data, next }) =>
        data.length === 0 ? (
          <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: too wide for the screen it scrolls sideways, by the keyboard as well */}
            <section className={`${parts.list} ${styles.wide}`} tabIndex={0} aria-label={t.shown(data.length)}>
              {children(data)}
            </section>
            {next ? <LoadMore label={t.more} shown={t.shown(data.length)} busy={busy} onMore={() => void loadMore()} /> : null}
          </>
        )
      }
    </Loaded>
  )
}
