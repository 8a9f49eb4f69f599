/**
 * Cyrillic capitals that look like Latin ones; people type them and registers keep the Latin
 * (docs/law/ogpo-rules.md section 5).
 */
const pairs = 'АAВBЕEКKМMНHОOРPСCТTУYХXІIҮYҺHЅSЈJ'
export const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  (pairs.match(/../g) ?? []).map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/** Region codes 01–20 of plates since 2012. */
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

/**
 * What is no plate though its signs are right: an ordinary one without its end or with a region
 * that does not exist, a part of one of 1993, a Russian one.
 */
const mistyped = [
  '\\d{2,3}[A-Z]{2,3}\\d{0,3}',
  '[A-Z]\\d{3}[A-Z]?',
  '[A-Z]\\d{3}[A-Z]{2}\\d{2,3}',
  // A technical passport.
  '[A-Z]{2}\\d{8}',
].map((form) => new RegExp(`^${form}$`))
const country = new RegExp(`^KZ(?=${ordinary}$)|(?<=^${ordinary})KZ$`)

/** An ordinary plate but for one letter among its digits or one digit among its letters. */
const isOneSignOff = (plate: string): boolean =>
  plate.length === 8 &&
  Array.from(plate).filter((sign, at) => /\d/.test(sign) === /[345]/.test(String(at))).length === 1

/** Upper case, Latin letters, no spaces or hyphens: `123 авс 02` → `123ABC02`, `KZ 123ABC02` too. */
export function normalisePlate(text: string): string {
  const bare = text.toUpperCase().replace(/[\s\-‐‑–—−.·№\p{Cf}]/gu, '')
  return withoutCountry(Array.from(bare, (letter) => lookAlikes[letter] ?? letter).join(''))
}

/** An ordinary plate without the country that stands beside it on the car. */
export const withoutCountry = (plate: string): string => plate.replace(country, '')

/** Whether a plate is of a known form; for suggesting what was meant, never for refusing. */
export const isKnownPlate = (plate: string): boolean => known.test(plate)

/**
 * Whether a text may be a plate: a known form, or 4–10 letters and digits that are no slip of one.
 * Which plates exist the register decides
 * (yellow, diplomatic, of special services: formats.md section 6).
 */
export function isPlate(text: string): boolean {
  const plate = normalisePlate(text)
  return (
    isKnownPlate(plate) ||
    (/^(?=.*[A-Z])(?=.*\d.*\d)[A-Z\d]{4,10}$/.test(plate) &&
      !isOneSignOff(plate) &&
      !mistyped.some((form) => form.test(plate)))
  )
}
