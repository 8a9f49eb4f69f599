import { breakpoints, mobileBreakpoint, resizeRefreshMs } from './constants.ts'

/** Whether a screen of this width, px, has the mobile layout: it ends at the `lg` step. */
export const isMobile = (width: number): boolean => width < breakpoints[mobileBreakpoint]

/**
 * Tells when the window has become mobile or is no longer; measured 50 ms after the last resize
 * (specification, section 9).
 */
export function onDevice(notify: (mobile: boolean) => void): void {
  let was = isMobile(innerWidth)
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('resize', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const is = isMobile(innerWidth)
      if (is !== was) notify(is)
      was = is
    }, resizeRefreshMs)
  })
}
