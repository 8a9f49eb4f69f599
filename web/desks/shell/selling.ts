import { useEffect } from 'react'
import { ask } from '../../http/ask.ts'
import { useLoading } from '../../ui/loaded.tsx'

/** Every desk says within a minute that the sale has stopped; the answer is one small read. */
const EVERY_MS = 15_000

/** Whether selling goes on, asked again while the page is looked at; null until then. */
export function useSelling() {
  const loading = useLoading(async (signal) => (await ask('staffSelling', {}, { signal })).data)
  const { again } = loading
  // Outside React: the clock, and whether the page is seen.
  useEffect(() => {
    const look = () => {
      if (!document.hidden) again()
    }
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [again])
  return loading.value
}
