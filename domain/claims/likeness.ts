/** Points a side by which photographs are compared, each its mean brightness. */
export const printSide = 9
/** Width and height of a photograph made small for the desk's list, in pixels: 48 on fine screens. */
export const smallSide = 96
/** Exit code of the process if it cannot decode the picture. */
export const notDecoded = 3
const STEPS = printSide - 1
/** Brightness that differs by less is the same. */
const NOISE = 3
/** So few steps that differ say nothing: a sheet of paper, a wall, the dark. */
const TELLING = 24
const BANDS = 4
const BAND_BITS = 16
/**
 * Two prints are alike if they differ in at most so many of their 128 bits. A guess of ours:
 * another size or compression of a photograph changes fewer, and two unrelated photographs differ
 * in about 64.
 */
export const alikeWithin = 12

export type Print = { across: bigint; down: bigint; bands: number[] }

/**
 * Returns a photograph's print from its 9 × 9 points of brightness (0…255, row by row): whether
 * brightness rises from point to point, across and down. Null if the picture has too little
 * contrast to compare.
 */
export function printOf(points: Uint8Array): Print | null {
  if (points.length !== printSide * printSide)
    throw new Error(`a print is made of ${printSide * printSide} points`)
  const at = (row: number, column: number) => points[row * printSide + column] ?? 0
  let across = 0n
  let down = 0n
  let telling = 0
  for (let row = 0; row < STEPS; row += 1)
    for (let column = 0; column < STEPS; column += 1) {
      const toRight = at(row, column + 1) - at(row, column)
      const below = at(row + 1, column) - at(row, column)
      across = (across << 1n) | (toRight > 0 ? 1n : 0n)
      down = (down << 1n) | (below > 0 ? 1n : 0n)
      telling += Number(Math.abs(toRight) >= NOISE) + Number(Math.abs(below) >= NOISE)
    }
  return telling < TELLING ? null : { across, down, bands: bandsOf(across, down) }
}

/** The parts of both numbers of 64 bits, each with its place in them: first of `across`. */
const bandsOf = (across: bigint, down: bigint): number[] =>
  [across, down].flatMap((number, of) =>
    Array.from({ length: BANDS }, (_, place) => {
      const part = Number((number >> BigInt(place * BAND_BITS)) & 0xffffn)
      return (of * BANDS + place) * 2 ** BAND_BITS + part
    }),
  )

/** In how many bits two prints differ, 0…128. */
export function printDistance(one: Omit<Print, 'bands'>, other: Omit<Print, 'bands'>): number {
  const bits = (number: bigint) => number.toString(2).replaceAll('0', '').length
  return bits(one.across ^ other.across) + bits(one.down ^ other.down)
}

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
 * Returns the prints of a photograph in its four rotations, each also mirrored; empty if the
 * picture has too little contrast to compare.
 */
export function printsOf(points: Uint8Array): Print[] {
  const turns = [points]
  for (let turn = 1; turn < 4; turn += 1) turns.push(turned(turns.at(-1) ?? points))
  return [...turns, ...turns.map(mirrored)].flatMap((one) => printOf(one) ?? [])
}
