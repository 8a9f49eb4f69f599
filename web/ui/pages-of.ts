import { useEffect, useRef, useState } from 'react'
import { type Loading, useLoading } from './loaded.tsx'

/** Pages as one, and how many they are. */
type Read<Page> = { page: Page; count: number }

type Pages<Page> = {
  loading: Loading<unknown>
  /** The pages so far as one. */
  page: Page | null
  /** What `LoadMore` is told; null while one page is all there is. */
  rest: { last: boolean; busy: boolean; failed: boolean; onMore: () => void } | null
  /** Anew, as far as it was read; what is shown stays meanwhile. */
  again: () => void
}

/**
 * A list that comes a page at a time. Give its component a key of what is asked, so that another
 * question begins anew. `changes` counts what was changed beside the list: after each change it is
 * read again, as far as it was read before.
 */
export function usePages<Page extends { next: string | null }>(
  load: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page>,
  join: (before: Page, after: Page) => Page,
  changes = 0,
): Pages<Page> {
  const wanted = useRef(1)
  const loading = useLoading(async (signal): Promise<Read<Page>> => {
    let page = await load(undefined, signal)
    let count = 1
    for (; count < wanted.current && page.next; count += 1)
      page = join(page, await load(page.next, signal))
    wanted.current = count
    return { page, count }
  })
  /** What was added to the pages of one loading; after the next loading it is among its pages. */
  const [more, setMore] = useState<(Read<Page> & { to: Read<Page> }) | null>(null)
  const [state, setState] = useState<'still' | 'busy' | 'failed'>('still')
  const { value: to, again } = loading
  const read = more && more.to === to ? more : to

  const seen = useRef(changes)
  // Outside React: the server, which knows of the change.
  useEffect(() => {
    if (seen.current === changes) return
    seen.current = changes
    again()
  }, [changes, again])

  const onMore = async () => {
    if (!to || !read?.page.next || state === 'busy') return
    setState('busy')
    try {
      const count = read.count + 1
      setMore({ to, page: join(read.page, await load(read.page.next)), count })
      wanted.current = count
      setState('still')
    } catch {
      setState('failed')
    }
  }
  return {
    loading,
    page: read?.page ?? null,
    rest:
      read && (read.count > 1 || read.page.next)
        ? {
            last: !read.page.next,
            busy: state === 'busy',
            failed: state === 'failed',
            onMore: () => void onMore(),
          }
        : null,
    again,
  }
}
