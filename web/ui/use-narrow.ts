import { useSyncExternalStore } from 'react'

const query = '(width < 600px)'

const onWidth = (changed: () => void): (() => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether it is a phone's width, where a row of a table has two lines and other columns. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    onWidth,
    () => matchMedia(query).matches,
    () => false,
  )
