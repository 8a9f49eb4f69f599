/**
 * What a broken, changed or badly kept other side may answer instead: texts bent in every way, the
 * same ones each run.
 */

/**
 * How many mutations an operation gets: 10 in `npm test`, 20 in `npm run test:full`;
 * `OUTSIDE_MUTATIONS=400` is the long form.
 */
export const mutationsOf = Number(
  process.env.OUTSIDE_MUTATIONS ?? (process.env.FULL_TESTS === 'on' ? 20 : 10),
)

/** Numbers from a seed: a run that failed can be run again. */
export function numbersFrom(seed: number): () => number {
  let state = seed + 0x6d2b79f5
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const values = [
  '',
  ' ',
  null,
  true,
  false,
  0,
  -1,
  1e21,
  0.1,
  'null',
  '-',
  'NaN',
  [],
  {},
  [[]],
  '<b>',
  'ЖОҚ',
  '99.99.9999',
  '\u0000',
  '9'.repeat(400),
]

/**
 * A JSON answer with one place left out, empty, of another type, twice, or the whole cut or of
 * another kind.
 */
export function bentJson(text: string, seed: number): string {
  const random = numbersFrom(seed)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const whole = bentText(text, random)
  if (whole !== null) return whole
  const document: unknown = JSON.parse(text)
  const places: [holder: Record<string, unknown>, name: string][] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, item] of Object.entries(value)) {
      places.push([value as Record<string, unknown>, name])
      walk(item)
    }
  }
  walk(document)
  const place = pick(places)
  if (!place) return JSON.stringify(pick(values))
  const [holder, name] = place
  const way = random()
  if (way < 0.25) delete holder[name]
  else if (way < 0.8) holder[name] = pick(values)
  else if (way < 0.9) holder[name] = [holder[name], holder[name]]
  else holder[name.toLowerCase() === name ? name.toUpperCase() : name.toLowerCase()] = holder[name]
  return JSON.stringify(document)
}

/** The same of an XML answer: an element left out, empty, of another name or text, or twice. */
export function bentXml(text: string, seed: number): string {
  const random = numbersFrom(seed)
  const whole = bentText(text, random)
  if (whole !== null) return whole
  const elements = [...text.matchAll(/<([A-Za-z_][\w]*)>[^<]*<\/\1>/g)]
  const element = elements[Math.floor(random() * elements.length)]
  if (!element) return ''
  const [found, name] = element
  const way = random()
  const other = String(values[Math.floor(random() * values.length)] ?? '')
  const instead =
    way < 0.25
      ? ''
      : way < 0.4
        ? `<${name}/>`
        : way < 0.7
          ? `<${name}>${other}</${name}>`
          : way < 0.85
            ? found + found
            : `<other>${other}</other>`
  return text.slice(0, element.index) + instead + text.slice(element.index + found.length)
}

/** Every fourth is bent as a whole: empty, cut, a page for people, another encoding, twice. */
function bentText(text: string, random: () => number): string | null {
  if (random() > 0.25) return null
  const ways = [
    () => '',
    () => text.slice(0, Math.floor(random() * text.length)),
    () => '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>',
    () => Buffer.from(text, 'utf8').toString('latin1'),
    () => text + text,
    () => 'null',
    () => '[]',
    () => `﻿${text}`,
  ]
  return ways[Math.floor(random() * ways.length)]?.() ?? ''
}
