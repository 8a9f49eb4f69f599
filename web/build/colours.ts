import { brand } from '#brand'
import { colours } from '#domain/colours.ts'

const tokens = (of: Readonly<Record<string, string>>): string =>
  Object.entries(of)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')

/** The broker's colours as custom properties, for light and for dark screens. */
export const coloursCss = (): string =>
  `:root{${tokens(colours.light)}}\n@media (prefers-color-scheme:dark){:root{${tokens(colours.dark)}}}\n`

/** The mark as an icon: two horns in one stroke, on the broker's colour. */
export const iconSvg = (): string => {
  const { brand: ground, 'on-brand': stroke } = colours.light
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><title>${brand.name.kz}</title><rect width="80" height="80" rx="18" fill="${ground}"/><path transform="translate(8 13)" d="M20 22.5A4 4 0 0 1 12 22.5A7 7 0 0 1 26 22.5A10 10 0 0 1 6 22.5A13 13 0 0 1 32 22.5C32 37 22 45 6 47H58C42 45 32 37 32 22.5A13 13 0 0 1 58 22.5A10 10 0 0 1 38 22.5A7 7 0 0 1 52 22.5A4 4 0 0 1 44 22.5" fill="none" stroke="${stroke}" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/></svg>\n`
}
