import { useEffect, useRef } from 'react'

const mark = 'qorgan.sheet'
const isMarked = (): boolean =>
  typeof history.state === 'object' && history.state !== null && mark in history.state

/** While something stands over the page, «back» closes it and leaves the page where it is. */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    // After a reload the entry is there already.
    if (!isMarked()) history.pushState({ [mark]: true }, '')
    const back = (): void => latest.current()
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      if (isMarked()) history.back()
    }
  }, [open])
}
