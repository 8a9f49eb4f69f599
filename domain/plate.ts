/**
 * Cyrillic capitals that look like Latin ones; people type them and registers keep the Latin
 * (docs/law/ogpo-rules.md section 5).
 */
const lookAlikes: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  І: 'I',
  Ү: 'Y',
  Һ: 'H',
  Ѕ: 'S',
  Ј: 'J',
}

/** Region codes 01–20 of plates since 2012. */
const region = '(0[1-9]|1\\d|20)'

/** Known forms; motorcycles, trailers and old plates are taken loosely: the register decides. */
const plates = [
  `\\d{3}[A-Z]{2,3}${region}`, // since 2012: individual, organisation
  '[A-Z]\\d{3}[A-Z]{2,3}', // of 1993
  `\\d{2}[A-Z]{2,3}${region}`, // motorcycle, trailer
  '\\d{4}[A-Z]{2}', // old trailer
  '[A-Z]{1,2}\\d{4}[A-Z]{0,2}',
].map((form) => new RegExp(`^${form}$`))

/** Upper case, Latin letters, no spaces or hyphens: `123 авс 02` → `123ABC02`. */
export function normalisePlate(text: string): string {
  const bare = text.toUpperCase().replace(/[\s\-‑–.·]/g, '')
  return Array.from(bare, (letter) => lookAlikes[letter] ?? letter).join('')
}

export function isPlate(text: string): boolean {
  const plate = normalisePlate(text)
  return plates.some((form) => form.test(plate))
}
