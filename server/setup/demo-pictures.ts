import { crc32, deflateSync } from 'node:zlib'
import type { ClaimSlotName } from '#domain/claims/papers.ts'

/** Photographs and papers of the demonstration's claims, drawn here: no real car, no real paper. */

type Colour = readonly [red: number, green: number, blue: number]
type Point = { x: number; y: number }
type Shape = { colour: Colour; has: (point: Point) => boolean }

const WIDTH = 640
const HEIGHT = 420
const ink: Colour = [38, 44, 52]
const paints: readonly Colour[] = [
  [178, 34, 42],
  [36, 82, 148],
  [232, 232, 228],
  [64, 70, 78],
  [196, 160, 60],
  [46, 110, 84],
]

const box = (colour: Colour, x: number, y: number, width: number, height: number): Shape => ({
  colour,
  has: (at) => at.x >= x && at.x < x + width && at.y >= y && at.y < y + height,
})
const disc = (colour: Colour, x: number, y: number, radius: number): Shape => ({
  colour,
  has: (at) => (at.x - x) ** 2 + (at.y - y) ** 2 < radius ** 2,
})
const ring = (colour: Colour, x: number, y: number, radius: number): Shape => ({
  colour,
  has: (at) => Math.abs((at.x - x) ** 2 + (at.y - y) ** 2 - radius ** 2) < radius * 8,
})
/** A roof: narrower above. */
const roof = (colour: Colour, x: number, y: number, width: number, height: number): Shape => ({
  colour,
  has: (at) => {
    const down = at.y - y
    const side = ((height - down) / height) * 60
    return down >= 0 && down < height && at.x >= x + side && at.x < x + width - side
  },
})

/** A car by the road with a dent, another for each number. */
function damagedCar(number: number): Buffer {
  const paint = paints[number % paints.length] ?? ink
  const dark: Colour = [paint[0] / 2, paint[1] / 2, paint[2] / 2]
  const left = 110 + (number % 3) * 12
  const dent = left + 40 + ((number * 97) % 320)
  return png([
    box([186, 208, 224], 0, 0, WIDTH, 210),
    disc([222, 226, 222], 520, 210, 150 - (number % 4) * 20),
    box([168, 170, 150], 0, 210, WIDTH, 40),
    box([120, 122, 124], 0, 250, WIDTH, HEIGHT - 250),
    box([238, 238, 230], 0, 372, WIDTH, 8),
    roof(dark, left + 60, 140, 290, 80),
    roof([150, 186, 206], left + 84, 152, 110, 62),
    roof([150, 186, 206], left + 204, 152, 122, 62),
    box(paint, left, 216, 420, 84),
    box([240, 232, 190], left + 396, 236, 24, 22),
    box(dark, left, 282, 420, 18),
    disc(ink, left + 90, 304, 44),
    disc([150, 150, 152], left + 90, 304, 20),
    disc(ink, left + 330, 304, 44),
    disc([150, 150, 152], left + 330, 304, 20),
    ...[0, 1, 2, 3].map((at) => box(ink, dent + at * 13 - 20, 232 + at * 9, 34 - at * 5, 3)),
    disc(dark, dent + 8, 256, 15),
    ring(ink, dent + 8, 256, 17),
  ])
}

/** An identity card without a name, its front with a face or its back with the rows that machines read. */
function card(side: 'front' | 'back'): Buffer {
  const writing: Colour = [96, 116, 132]
  return png([
    box([214, 210, 202], 0, 0, WIDTH, HEIGHT),
    box([206, 224, 228], 90, 66, 460, 288),
    box([120, 176, 190], 90, 66, 460, 40),
    box([236, 240, 236], 106, 80, 180, 12),
    ...(side === 'front'
      ? [
          box([236, 240, 238], 116, 134, 130, 168),
          disc([150, 160, 166], 181, 194, 34),
          disc([150, 160, 166], 181, 302, 56),
          box([206, 224, 228], 116, 302, 130, 52),
          ...[0, 1, 2, 3, 4].map((at) => box(writing, 276, 140 + at * 34, 220 - (at % 3) * 50, 9)),
        ]
      : [
          ...[0, 1, 2].map((at) => box(writing, 116, 134 + at * 30, 250 - at * 40, 8)),
          box([232, 212, 150], 440, 130, 74, 58),
          ...[0, 1, 2].map((at) => box(ink, 116, 262 + at * 26, 400, 11)),
        ]),
  ])
}

/** Draws the picture of a claim's slot, another for each number. */
export const pictureOf = (slot: ClaimSlotName, number: number): Buffer =>
  slot === 'id_front' || slot === 'id_back'
    ? card(slot === 'id_front' ? 'front' : 'back')
    : slot === 'damage_document'
      ? damagedCar(number)
      : paper(number)

/** A sheet with lines of writing, a table and a stamp, another for each number. */
function paper(number: number): Buffer {
  const line = (at: number) => 380 - ((at * 67 + number * 41) % 150)
  return png([
    box([214, 210, 202], 0, 0, WIDTH, HEIGHT),
    box([252, 252, 248], 90, 14, 460, 392),
    box(ink, 210, 40, 220, 9),
    box(ink, 250, 58, 140, 6),
    ...Array.from({ length: 11 }, (_, at) => box([120, 124, 130], 122, 96 + at * 18, line(at), 4)),
    ...Array.from({ length: 3 }, (_, at) => box([120, 124, 130], 122, 300 + at * 16, 260, 1)),
    box([120, 124, 130], 122, 300, 1, 33),
    box([120, 124, 130], 252, 300, 1, 33),
    box([120, 124, 130], 381, 300, 1, 33),
    ring([54, 84, 168], 450, 342, 40),
    ring([54, 84, 168], 450, 342, 30),
    box([54, 84, 168], 430, 338, 40, 6),
  ])
}

/** The picture as a file: each dot has the colour of the last shape that has it. */
function png(shapes: readonly Shape[]): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const { colour = ink } = shapes.findLast(({ has }) => has({ x, y })) ?? {}
      rows.set(colour, y * (1 + WIDTH * 3) + 1 + x * 3)
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
