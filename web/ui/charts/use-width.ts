import { useCallback, useState } from 'react'

/**
 * Returns an element's width in whole pixels, and its `ref`: charts are drawn to the measured
 * width, so that their labels are never scaled. Zero until measured.
 */
export function useWidth(): [width: number, measure: (element: HTMLElement | null) => void] {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [width, measure]
}
