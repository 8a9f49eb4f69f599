/**
 * Cyrillic capitals that look like Latin ones; people type them and registers keep the Latin
 * (docs/law/ogpo-rules.md section 5).
 */
const pairs = 'АAВBЕEКKМMНHОOРPСCТTУYХXІIҮYҺHЅSЈJ'
export const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  (pairs.match(/../g) ?? []).map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/** Region codes 01–20 of plates since 2012; another one makes a plate unusual, not wrong. */
const region = '(0[1-9]|1\\d|20)'
const ordinary = `\\d{3}[A-Z]{2,3}${region}`

/** Forms that are known; others exist, and the register alone knows which. */
const known = new RegExp(
  `^(${[
    ordinary, // since 2012: individual, organisation
    '[A-Z]\\d{3}[A-Z]{2,3}', // of 1993
    `\\d{2}[A-Z]{2,3}${region}`, // motorcycle, trailer
    `${region}[A-Z]{2,3}\\d{2,3}`, // of two lines, the region read first
    `[A-Z]\\d{4}${region}`, // yellow: foreigners and their companies
    '\\d{4}[A-Z]{2}', // old trailer
    '[A-Z]{1,2}\\d{4}[A-Z]{0,2}',
  ].join('|')})$`,
)

const country = new RegExp(`^KZ(?=${ordinary}$)|(?<=^${ordinary})KZ$`)

/** Upper case, Latin letters, no spaces or hyphens: `123 авс 02` → `123ABC02`, `KZ 123ABC02` too. */
export function normalisePlate(text: string): string {
  const bare = text
    .replace(/[\s\p{Pd}−.·№\p{Cf}]/gu, '')
    .normalize('NFKC')
    .toUpperCase()
  return withoutCountry(Array.from(bare, (letter) => lookAlikes[letter] ?? letter).join(''))
}

/** Returns an ordinary plate without the country code beside it on the car. */
export const withoutCountry = (plate: string): string => plate.replace(country, '')

/** Returns whether a plate has a known form; for suggestions only, never for refusals. */
export const isKnownPlate = (plate: string): boolean => known.test(plate)

/**
 * Returns whether a text may be a plate: 4–10 letters and digits, both of them, that are no
 * technical passport. Only the register decides which plates exist, and of which regions and
 * countries (yellow, diplomatic, of special services: formats.md section 6).
 */
export function isPlate(text: string): boolean {
  const plate = normalisePlate(text)
  return /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{4,10}$/.test(plate) && !/^[A-Z]{2}\d{8}$/.test(plate)
}
