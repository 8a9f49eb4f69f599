import { type Box, heightAt, round } from './scale.ts'

/**
 * The points of a line through values from the lowest to the highest, left to right; a line that
 * never changes lies in the middle.
 */
export function pointsOf(values: readonly number[], box: Box): { x: number; y: number }[] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return values.map((value, at) => ({
    x: round(box.left + (values.length > 1 ? (at * box.width) / (values.length - 1) : 0)),
    y: round(
      box.top + (high > low ? box.height * (1 - (value - low) / (high - low)) : box.height / 2),
    ),
  }))
}

/** A line of straight pieces through points. */
export const lineThrough = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/**
 * Steps that rise by one at each moment and stay until `now`; moments lie between 0 and 1 of the
 * box's width.
 */
export function stepsThrough(
  moments: readonly number[],
  now: number,
  top: number,
  box: Box,
): string {
  const x = (moment: number) => round(box.left + box.width * Math.min(Math.max(moment, 0), 1))
  const start = `M${round(box.left)} ${heightAt(0, top, box)}`
  const rises = moments.map((moment, at) => `H${x(moment)}V${heightAt(at + 1, top, box)}`)
  return `${start}${rises.join('')}H${x(now)}`
}
