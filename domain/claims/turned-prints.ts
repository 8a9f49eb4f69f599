import { type Print, printOf, printSide } from './likeness.ts'

const LAST = printSide - 1
/** The same points a quarter turn clockwise. */
const turned = (points: Uint8Array): Uint8Array =>
  points.map(
    (_, at) => points[(LAST - (at % printSide)) * printSide + Math.floor(at / printSide)] ?? 0,
  )
/** The same points as in a mirror. */
const mirrored = (points: Uint8Array): Uint8Array =>
  points.map((_, at) => points[at - (at % printSide) + LAST - (at % printSide)] ?? 0)

/**
 * The prints of a photograph as it is, turned by a quarter, a half and three quarters, and each of
 * them in a mirror; none where it says nothing.
 */
export function printsOf(points: Uint8Array): Print[] {
  const turns = [points]
  for (let turn = 1; turn < 4; turn += 1) turns.push(turned(turns.at(-1) ?? points))
  return [...turns, ...turns.map(mirrored)].flatMap((one) => printOf(one) ?? [])
}
