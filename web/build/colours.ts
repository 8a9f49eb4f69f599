import { brand } from '#brand'
import { colours, desk, world } from '#domain/colours.ts'
import { horns, mound } from '#domain/mark.ts'

const tokens = (of: Readonly<Record<string, string>>): string =>
  Object.entries(of)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')

type Palette = Readonly<Record<'light' | 'dark', Readonly<Record<string, string>>>>

const properties = ({ light, dark }: Palette): string =>
  `:root{${tokens(light)}}\n@media (prefers-color-scheme:dark){:root{${tokens(dark)}}}\n`

/** The broker's colours as custom properties, for light and for dark screens. */
export const coloursCss = (): string => properties(colours)

/** A theme that somebody chose, whatever the screen asks for. */
const chosen = (theme: 'light' | 'dark'): string => {
  const light = { ...colours.light, ...desk.light }
  const all = theme === 'dark' ? { ...light, ...colours.dark, ...desk.dark } : light
  return `:root[data-theme=${theme}]{color-scheme:${theme};${tokens(all)}}\n`
}

/** What the desks have beside them, and the themes one may choose there. */
export const deskCss = (): string => properties(desk) + chosen('light') + chosen('dark')

/** The same of the drawn world, on pages that show it: the colours that a style sheet may name. */
export const worldCss = (): string => properties(world)

/**
 * Takes the colours of the drawn world out of a page's styles that none of its rules names, nor
 * those of the parts that come `later`.
 */
export const withoutUnusedWorld = (css: string, later = ''): string =>
  Object.keys(world.light)
    .filter((name) => !css.includes(`var(--${name})`) && !later.includes(`var(--${name})`))
    .reduce((left, name) => left.replaceAll(new RegExp(`--${name}:[^;}]+;?`, 'g'), ''), css)

/** The mark as an icon, on the broker's colour. */
export const iconSvg = (): string => {
  const { brand: ground, 'on-brand': ink } = colours.light
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><title>${brand.name.kz}</title><rect width="80" height="80" rx="18" fill="${ground}"/><g transform="translate(8.6 14.2) scale(.98)"><path d="${horns}" fill="none" stroke="${ink}" stroke-width="5.4" stroke-linecap="round" stroke-linejoin="round"/><path d="${mound}" fill="${ink}"/></g></svg>\n`
}
