// Letters that look the same come first (a plate is copied by eye), then letters that sound the
// same.
const latinOf: Record<string, string> = {
  А: 'A', В: 'B', Е: 'E', Ё: 'E', К: 'K', Қ: 'K', М: 'M', Н: 'H', Ң: 'H', О: 'O', Ө: 'O', Р: 'P', С: 'C', Т: 'T', У: 'Y', Ү: 'Y', Ұ: 'Y', Х: 'X', Һ: 'H', І: 'I',
  Б: 'B', Г: 'G', Ғ: 'G', Д: 'D', Ж: 'J', З: 'Z', И: 'I', Й: 'I', Л: 'L', П: 'P', Ф: 'F', Ц: 'C', Ш: 'W', Щ: 'W', Ы: 'Y', Э: 'E', Ә: 'A', Ю: 'U', Я: 'R',
} // biome-ignore format: a table of letters

/**
 * Latin capitals and digits only; Cyrillic letters become the Latin ones they stand for: `123 авс
 * 02` → `123ABC02`.
 */
export function latinInput(value: string): string {
  return Array.from(value.toUpperCase(), (letter) => latinOf[letter] ?? letter)
    .join('')
    .replace(/[^A-Z0-9]/g, '')
}

/** State number as typed: at most 8 letters and digits. */
export const plateInput = (value: string): string => latinInput(value).slice(0, 8)

/**
 * VIN as typed: 17 letters and digits; I, O and Q do not occur in a VIN and are the digits 1, 0 and
 * 0.
 */
export const vinInput = (value: string): string =>
  latinInput(value).replaceAll('I', '1').replace(/[OQ]/g, '0').slice(0, 17)
