import {
  focusManager,
  notifyManager,
  QueryClient,
  type QueryFilters,
  useMutation as useClientMutation,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import type { CallName, Contract } from '#contract/index.ts'
import type { Loading } from '../ui/loaded.tsx'
import type { Reply } from './api.ts'
import type { call } from './call.ts'
import { type ApiError, apiErrorOf } from './http.ts'

type Call = ReturnType<typeof call>
type Body<Name extends CallName> = z.input<Contract[Name]['body']>
/** A reply's `data` if it has some, else all of it. */
type Told<Name extends CallName> = Reply<Name> extends { data: infer Data } ? Data : Reply<Name>

/**
 * Server replies read by cabinet, portal and desks. Nothing is cached once no screen shows it:
 * opening a screen waits for its reply, and personal data are gone with it. The calls themselves
 * detect the connection. A page has one language and one session, so neither is part of a key.
 */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 0,
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { gcTime: 0, networkMode: 'always' },
  },
})
// A window beside another one regains focus without having been hidden.
focusManager.setEventListener((seen) => {
  if (typeof window === 'undefined') return
  const look = () => seen()
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
})
client.mount()
notifyManager.setScheduler(queueMicrotask)

const isOffline = (error: unknown): boolean => apiErrorOf(error).kind === 'offline'

const told = <Name extends CallName>(reply: Reply<Name>): Told<Name> =>
  ('data' in reply ? reply.data : reply) as Told<Name> // as the type says it

/**
 * Asks the matching queries again, whatever they are doing: an answer that was on its way may be
 * older than the reason to ask. A next page on its way comes first, so that it is read again too.
 */
async function anew(filters: QueryFilters): Promise<void> {
  const more = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.fetchMeta?.fetchMore)
  await Promise.all(more.map(async ({ promise }) => promise?.catch(() => {})))
  await client.cancelQueries(filters)
  await client.invalidateQueries(filters)
}

// What found no connection asks again when it is back; a next page that was asked for since stays.
globalThis.addEventListener?.('online', () => {
  void anew({ predicate: ({ state: { error } }) => error !== null && isOffline(error) })
})

/** Asks these calls again wherever a screen shows what they answered. */
export const askAnew = (names: readonly CallName[]): Promise<void> =>
  anew({ predicate: ({ queryKey: [name] }) => names.some((one) => one === name) })

type Options<Data> = {
  /** False: not asked yet. */
  on?: boolean
  /** Asked again while this holds: soon at first, then more and more seldom, in sight only. */
  againWhile?: (data: Data) => boolean
  /** Asked again so often, in sight only. */
  everyMs?: number | ((data: Data) => number | false)
  /** Reloads when the page becomes visible again. */
  onReturn?: boolean
}

type Read<Data> = Loading<Data> & {
  /** It came, be it null. */
  here: boolean
  /** Why the last answer did not come, where a screen has its own words for it. */
  why: ApiError | null
}

const FIRST_MS = 1_500
const LONGEST_MS = 30_000

/**
 * Reads a call's reply by its name and body: another body is another query. Requested on opening,
 * by `again`, and when the connection returns. The reply before stays shown meanwhile.
 */
export function useReply<Name extends CallName>(
  by: Call,
  name: Name,
  body: Body<Name>,
  { on = true, onReturn = false, againWhile, everyMs }: Options<Told<Name>> = {},
): Read<Told<Name>> {
  const queryKey = [name, body] as const
  const counted = useRef<number | null>(null)
  const result = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => by(name, body, { signal }),
      select: told<Name>,
      enabled: on,
      refetchOnWindowFocus: onReturn && 'always',
      refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
        if (typeof everyMs === 'number') return everyMs
        if (data === undefined) return false
        if (everyMs) return everyMs(told<Name>(data))
        if (!againWhile?.(told<Name>(data))) {
          counted.current = null
          return false
        }
        const count = dataUpdateCount + errorUpdateCount
        counted.current ??= count
        return Math.min(FIRST_MS * 1.5 ** (count - counted.current), LONGEST_MS)
      },
    },
    client,
  )
  const error = useErrorKept(result)
  const here = result.data !== undefined
  return { value: result.data ?? null, here, ...said(error), again: useAgain(queryKey) }
}

/**
 * Reads several calls as one, or a call some of whose failures are answers: `load` requests, under
 * the name of its main call and its subject `about`.
 */
export function useRead<Data>(
  name: CallName,
  about: unknown,
  load: (signal: AbortSignal) => Promise<Data>,
): Read<Data> {
  const queryKey = [name, about, 'read'] as const
  const result = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) }, client)
  const error = useErrorKept(result)
  const here = result.data !== undefined
  return { value: result.data ?? null, here, ...said(error), again: useAgain(queryKey) }
}

/** The same call with several bodies at once; null until each has come or failed. */
export function useReplies<Name extends CallName>(
  by: Call,
  name: Name,
  bodies: readonly Body<Name>[],
): readonly (Told<Name> | null)[] | null {
  const all = useQueries(
    {
      queries: bodies.map((body) => ({
        queryKey: [name, body] as const,
        queryFn: ({ signal }: { signal: AbortSignal }) => by(name, body, { signal }),
        select: told<Name>,
      })),
    },
    client,
  )
  return all.some(({ isPending }) => isPending)
    ? null
    : all.map(({ data }) => (data as Told<Name> | undefined) ?? null)
}

/** The error, also while a reply that has never come is requested again. */
function useErrorKept(result: {
  error: Error | null
  isPending: boolean
  errorUpdateCount: number
}): Error | null {
  const { error, isPending, errorUpdateCount } = result
  const [last, setLast] = useState<Error | null>(null)
  if (error && error !== last) setLast(error)
  return error ?? (isPending && errorUpdateCount > 0 ? last : null)
}

const said = (error: Error | null): { error: Loading<unknown>['error']; why: ApiError | null } => ({
  error: error && (isOffline(error) || !navigator.onLine ? 'offline' : 'error'),
  why: error && apiErrorOf(error),
})

function useAgain(queryKey: readonly unknown[]): () => void {
  const key = JSON.stringify(queryKey)
  return useCallback(() => void anew({ queryKey: JSON.parse(key), exact: true }), [key])
}

export type Pages<Page> = {
  loading: Read<unknown>
  /** The pages so far as one. */
  page: Page | null
  /** Props of `LoadMore`; null if there is only one page. */
  rest: { last: boolean; busy: boolean; failed: boolean; onMore: () => void } | null
  /** Reloads all pages read; the rows shown stay meanwhile. */
  again: () => void
}

/** A list that comes a page at a time; another body is another list. */
export function useReplyPages<Name extends CallName, Page extends { next: string | null }>(
  by: Call,
  name: Name,
  body: Omit<Body<Name>, 'cursor'>,
  join: (before: Page, after: Page) => Page,
  /** Where the page is not the `data` of the reply. */
  pageOf: (reply: Reply<Name>) => Page = (reply) => told<Name>(reply) as unknown as Page,
  /** What the call names the place where a page begins. */
  begins: 'cursor' | 'after' = 'cursor',
): Pages<Page> {
  const queryKey = [name, body, 'pages'] as const
  const result = useInfiniteQuery(
    {
      queryKey,
      queryFn: async ({ pageParam, signal }) =>
        by(name, { ...body, ...(pageParam ? { [begins]: pageParam } : {}) } as Body<Name>, {
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (last: Reply<Name>) => pageOf(last).next,
      select: ({ pages }) => ({ count: pages.length, page: pages.map(pageOf).reduce(join) }),
    },
    client,
  )
  const { data, isFetchNextPageError, isFetchingNextPage } = result
  const { refetch, fetchNextPage } = result
  const error = useErrorKept(result)
  const again = useAgain(queryKey)
  const onMore = async () => {
    // Waits for a reload under way: requesting the next page would cancel it.
    if (client.isFetching({ queryKey, exact: true })) await refetch({ cancelRefetch: false })
    await fetchNextPage({ cancelRefetch: false })
  }
  return {
    loading: {
      value: data ?? null,
      here: data !== undefined,
      ...said(isFetchNextPageError ? null : error),
      again,
    },
    page: data?.page ?? null,
    rest:
      data && (data.count > 1 || data.page.next)
        ? {
            last: !data.page.next,
            busy: isFetchingNextPage,
            failed: isFetchNextPageError,
            onMore: () => void onMore(),
          }
        : null,
    again,
  }
}

type Once<What extends string> = (
  work: () => Promise<unknown>,
  failed?: (error: unknown) => void,
  what?: What,
) => Promise<boolean>

/**
 * Runs a user's action, one at a time; then reloads the calls whose replies it `changes`. `once`
 * returns whether it succeeded, and gives the error to `failed`, where the screen finds its words
 * (`apiErrorOf`). If a screen has several actions, `doing` names the one under way.
 */
export function useMutation<What extends string = string>(
  ...changes: readonly CallName[]
): { busy: boolean; doing: What | null; once: Once<What> } {
  const id = useId()
  const { mutateAsync, isPending, variables } = useClientMutation(
    {
      mutationKey: [id],
      mutationFn: ({ work }: { work: () => Promise<unknown>; what: What | null }) => work(),
      onSuccess: () => void askAnew(changes),
    },
    client,
  )
  const once = useCallback<Once<What>>(
    async (work, failed, what) => {
      if (client.isMutating({ mutationKey: [id] })) return false
      try {
        await mutateAsync({ work, what: what ?? null })
        return true
      } catch (error) {
        failed?.(error)
        return false
      }
    },
    [id, mutateAsync],
  )
  return { busy: isPending, doing: isPending ? variables.what : null, once }
}
