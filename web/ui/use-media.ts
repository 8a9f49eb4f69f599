import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether a media query holds, for what a style sheet cannot decide; never in the HTML made at
 * build.
 */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (changed: () => void): (() => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    listen,
    () => matchMedia(query).matches,
    () => false,
  )
}
