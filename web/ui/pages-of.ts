import { useState } from 'react'
import { type Loading, useLoading } from './loaded.tsx'

type Pages<Page> = {
  loading: Loading<Page>
  /** The pages so far as one. */
  page: Page | null
  /** What `LoadMore` is told; null while one page is all there is. */
  rest: { last: boolean; busy: boolean; failed: boolean; onMore: () => void } | null
  /** From the first page anew; what is shown stays meanwhile, the pages after it do not. */
  again: () => void
}

/** A list that comes a page at a time. Give its component a key of what is asked, so that another question begins anew. */
export function usePages<Page extends { next: string | null }>(
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page>,
  join: (before: Page, after: Page) => Page,
): Pages<Page> {
  const loading = useLoading((signal) => load(undefined, signal))
  const [more, setMore] = useState<Page | null>(null)
  const [state, setState] = useState<'still' | 'busy' | 'failed'>('still')
  const page = more ?? loading.value
  const onMore = async () => {
    if (!page?.next || state === 'busy') return
    setState('busy')
    try {
      setMore(join(page, await load(page.next)))
      setState('still')
    } catch {
      setState('failed')
    }
  }
  return {
    loading,
    page,
    rest:
      page && (more || page.next)
        ? { last: !page.next, busy: state === 'busy', failed: state === 'failed', onMore: () => void onMore() }
        : null,
    again: () => {
      setMore(null)
      setState('still')
      loading.again()
    },
  }
}
