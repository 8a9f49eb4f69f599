import { colours } from './colours.ts'

/**
 * A partner's theme: colours and corners from their row, made readable. With any values in the row,
 * text has 4.5 : 1 on its ground in light and in dark (WCAG 2.2, 1.4.3): the hue is the partner's,
 * its lightness may be ours.
 */
export type Scheme = 'light' | 'dark'
export type Tokens = Readonly<Record<string, string>>
type Colour = readonly [number, number, number]

/** Colours a partner may change: no states, shades or veils. */
const themed = [
  ...(['paper', 'card', 'sunken', 'ink', 'ink-soft', 'line', 'line-strong'] as const),
  ...(['brand', 'brand-hover', 'brand-wash', 'on-brand'] as const),
  ...(['accent', 'accent-wash', 'on-accent'] as const),
]
const own = (of: Readonly<Partial<Record<string, string>>>): Tokens =>
  Object.fromEntries(themed.map((name) => [`--${name}`, of[name] ?? '']))

/** Our own theme, of the broker's colours (`colours.ts`): what a partner's colours meet. */
export const ownTheme: Record<Scheme, Tokens> = {
  light: own(colours.light),
  dark: own({ ...colours.light, ...colours.dark }),
}

const lengths = ['--radius', '--radius-small']
const grounds = ['--paper', '--card', '--sunken', '--brand-wash', '--accent-wash']
/**
 * Text colours and their grounds; `--brand` is text on a ground and a ground of `--on-brand`. In
 * this order.
 */
export const read: readonly (readonly [string, readonly string[], number])[] = [
  ['--ink', grounds, 4.5],
  ['--ink-soft', ['--paper', '--card', '--sunken', '--brand-wash'], 4.5],
  ['--line-strong', ['--paper', '--card'], 3],
  ['--brand', ['--paper', '--card', '--sunken', '--brand-wash'], 4.5],
  ['--brand-hover', ['--paper', '--card', '--brand-wash'], 4.5],
  ['--on-brand', ['--brand', '--brand-hover'], 4.5],
  ['--on-accent', ['--accent'], 4.5],
]

/**
 * The tokens of a scheme in which a partner differs from us. A row that knows no dark screens gives
 * them its one colour.
 */
export function themeOf(theme: { light: Tokens; dark: Tokens }, scheme: Scheme): Tokens {
  const own: Tokens = ownTheme[scheme]
  const given = valid({
    ...(scheme === 'dark' ? only(theme.light, ['--brand', '--accent', ...lengths]) : {}),
    ...theme[scheme],
  })
  const tokens: Record<string, string> = { ...own, ...given }
  if (given['--brand'] && !given['--brand-wash'])
    tokens['--brand-wash'] = hex(mixed(rgb(tokens['--card']), rgb(given['--brand']), 0.12))
  // If no single ink is readable on the partner's grounds, use ours.
  if (!nudged(tokens['--ink'] ?? '', valuesOf(tokens, grounds), 4.5))
    for (const ground of grounds) tokens[ground] = own[ground] ?? ''
  if (given['--brand'] && !given['--brand-hover'])
    tokens['--brand-hover'] = hex(mixed(rgb(given['--brand']), rgb(tokens['--ink']), 0.2))
  for (const [name, on, least] of read) {
    const value = nudged(tokens[name] ?? '', valuesOf(tokens, on), least)
    if (value) tokens[name] = value
  }
  return Object.fromEntries(Object.entries(tokens).filter(([name, value]) => value !== own[name]))
}

const schemes = ['light', 'dark'] as const satisfies readonly Scheme[]

/**
 * A theme as staff write it, a line per token: `light --brand #1c6b3c`. Nothing for a partner in
 * our own.
 */
export const themeText = (theme: Partial<Record<Scheme, Tokens>>): string =>
  schemes
    .flatMap((scheme) =>
      Object.entries(theme[scheme] ?? {}).map(([name, value]) => `${scheme} ${name} ${value}`),
    )
    .join('\n')

/** Parses such lines; null if one of them is no colour or corner that a partner may set. */
export function readTheme(text: string): Record<Scheme, Tokens> | null {
  const theme: Record<Scheme, Record<string, string>> = { light: {}, dark: {} }
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (!line) continue
    const [scheme, name = '', value = '', more] = line.split(/\s+/)
    const known = schemes.find((each) => each === scheme)
    if (!known || more !== undefined || !(name in valid({ [name]: value }))) return null
    theme[known][name] = value
  }
  return theme
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(rgb(one)), luminance(rgb(other))].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The colour, as much darker or lighter as it must be; null where neither black nor white can be
 * read on all of them.
 */
function nudged(colour: string, on: readonly string[], least: number): string | null {
  const worst = (value: string) => Math.min(...on.map((ground) => contrast(value, ground)))
  if (worst(colour) >= least) return colour
  const pole = worst('#000') > worst('#fff') ? '#000' : '#fff'
  for (let step = 1; step <= 20; step += 1) {
    const value = hex(mixed(rgb(colour), rgb(pole), step / 20))
    if (worst(value) >= least) return value
  }
  return null
}

const valid = (tokens: Tokens): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tokens).filter(([name, value]) =>
      lengths.includes(name)
        ? /^\d{1,2}px$/.test(value)
        : name in ownTheme.light && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value),
    ),
  )
const only = (tokens: Tokens, names: readonly string[]) =>
  Object.fromEntries(Object.entries(tokens).filter(([name]) => names.includes(name)))
const valuesOf = (tokens: Tokens, names: readonly string[]) =>
  names.map((name) => tokens[name] ?? '')

function rgb(colour = '#000'): Colour {
  const digits =
    colour.length === 4
      ? Array.from(colour.slice(1))
          .map((digit) => digit + digit)
          .join('')
      : colour.slice(1)
  const at = (index: number) => Number.parseInt(digits.slice(index, index + 2), 16)
  return [at(0), at(2), at(4)]
}
const hex = (colour: Colour) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mixed = (a: Colour, b: Colour, share: number): Colour => {
  const at = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share
  return [at(0), at(1), at(2)]
}
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
