import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for the heading (or part) of content reloaded after an act: it takes the focus if
 * the button that had it is gone. Needs tabIndex -1.
 */
export function useFocusKept<Shown, Part extends HTMLElement = HTMLHeadingElement>(
  shown: Shown,
): RefObject<Part | null> {
  const heading = useRef<Part>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    before.current = shown
  }, [shown])
  return heading
}
