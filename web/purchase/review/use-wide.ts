import { useSyncExternalStore } from 'react'

const query = '(width >= 960px)'

const onWidth = (changed: () => void): (() => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/**
 * Whether the payment stands beside the review. What has fields of its own may stand there only
 * once, so the style sheet cannot decide it.
 */
export const useWide = (): boolean =>
  useSyncExternalStore(
    onWidth,
    () => matchMedia(query).matches,
    () => false,
  )
