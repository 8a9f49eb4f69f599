import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns whether a media query matches, for what a style sheet cannot decide; false in the HTML
 * made at build.
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
