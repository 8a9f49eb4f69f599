import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from './http.ts'

type Once<What extends string> = (
  work: () => Promise<unknown>,
  failed?: (error: unknown) => void,
  what?: What,
) => Promise<boolean>

/**
 * Something a person asks the server to do, once at a time: `once` answers whether it was done, and
 * gives the error to `failed`, where the screen finds its words (`apiErrorOf`). Where a screen has
 * several things to do, `doing` names the one under way.
 */
export function useMutation<What extends string = string>(): {
  busy: boolean
  doing: What | null
  once: Once<What>
} {
  const [state, setState] = useState<{ what: What | null } | null>(null)
  const running = useRef(false)
  const once = useCallback<Once<What>>(async (work, failed, what) => {
    if (running.current) return false
    running.current = true
    setState({ what: what ?? null })
    try {
      await work()
      return true
    } catch (error) {
      failed?.(error)
      return false
    } finally {
      running.current = false
      setState(null)
    }
  }, [])
  return { busy: state !== null, doing: state?.what ?? null, once }
}

/** Does once more what the lost connection stopped, as soon as there is one. */
export function useGoesOn(apiError: ApiError | null, again: () => void): void {
  useEffect(() => {
    if (apiError?.kind !== 'offline') return
    addEventListener('online', again, { once: true })
    return () => removeEventListener('online', again)
  }, [apiError]) // oxlint-disable-line react/exhaustive-deps
}

/** Never settles: the action stays pending while the browser leaves the page. */
export const untilThePageIsLeft = (): Promise<never> => new Promise(() => {})
