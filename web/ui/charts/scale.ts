/** Positions of a chart's values: pure functions, in pixels, without React. */

/** A box of pixels that marks are drawn in. */
export type Box = { left: number; top: number; width: number; height: number }

const STEPS = [1, 2, 2.5, 5, 10]

/**
 * The lines of an axis from nothing to just above the largest value: at most `most` of them over
 * the ground, each a round number. For nothing one line.
 */
export function axisOf(largest: number, most = 4): { top: number; lines: number[] } {
  if (!(largest > 0)) return { top: 1, lines: [0] }
  const rough = largest / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((one) => one * power >= rough) ?? 10) * power
  const count = Math.ceil(largest / step)
  return {
    top: rounded(count * step),
    lines: Array.from({ length: count + 1 }, (_, at) => rounded(at * step)),
  }
}

/** Pixels from the top of the box: nothing lies on its ground, `top` at its upper edge. */
export const heightAt = (value: number, top: number, box: Box): number =>
  round(box.top + box.height * (1 - Math.min(Math.max(value / top, 0), 1)))

const WIDEST_BAR = 72

/** Places of so many bars side by side: left edge and width, with a gap between them. */
export function barsIn(count: number, { left, width }: Box): { at: number; width: number }[] {
  const each = width / Math.max(count, 1)
  const gap = Math.min(8, each * 0.28)
  // One day alone is a bar, not a wall.
  const wide = Math.min(WIDEST_BAR, Math.max(each - gap, 1))
  return Array.from({ length: count }, (_, at) => ({
    at: round(left + at * each + (each - wide) / 2),
    width: round(wide),
  }))
}

/** Returns which labels are drawn if each needs `room` pixels: every n-th, and always the last. */
export function labelsIn(count: number, width: number, room: number): number[] {
  const every = Math.max(1, Math.ceil((count * room) / Math.max(width, 1)))
  const last = count - 1
  return Array.from({ length: count }, (_, at) => at).filter(
    (at) => at === last || (at % every === 0 && last - at >= every),
  )
}

/** Returns the share of the largest, percent; a value above zero stays visible. */
export const shareOf = (value: number, largest: number): number =>
  value > 0 && largest > 0 ? Math.max(round((value / largest) * 100), 1) : 0

/** Finer than a tenth of a pixel is invisible. */
export const round = (pixels: number): number => Math.round(pixels * 10) / 10

const rounded = (value: number) => Number(value.toPrecision(12))
