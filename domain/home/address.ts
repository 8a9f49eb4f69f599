/** Kazakh letters that a Russian keyboard does not have, and ё. */
const folded: Record<string, string> = {
  ә: 'а',
  ғ: 'г',
  қ: 'к',
  ң: 'н',
  ө: 'о',
  ұ: 'у',
  ү: 'у',
  һ: 'х',
  і: 'и',
  ё: 'е',
}

/**
 * Latin letters as names of streets are written with them, longer ones first; i and y after a vowel
 * are й.
 */
const latin = [
  'shch=щ sh|ş=ш ch=ч zh|j=ж kh|h=х gh|g|ğ=г ts=ц yu|iu=ю ya|ia=я (?<=[aeouäöüюяаеоу])[iy]=й y|ı=ы a|ä=а b=б v=в d=д ye|yo|e=е',
  'z=з i=и k|q|c=к l=л m=м n|ñ|ŋ=н o|ö=о p=п r=р s=с t=т u|ü|ū|w=у f=ф x=кс',
]
  .join(' ')
  .split(' ')
  .map((pair) => ({
    letters: new RegExp(pair.slice(0, pair.lastIndexOf('=')), 'g'),
    as: pair.slice(pair.lastIndexOf('=') + 1),
  }))
const cyrillic = (word: string): string =>
  latin.reduce((text, { letters, as }) => text.replace(letters, as), word)

/**
 * Addresses as people type them: with the letters of a Russian keyboard, with or without the words
 * for street and house, with the flat.
 */

/**
 * Returns lower-case words with Kazakh and Russian letters unified; any other sign separates words.
 */
export const addressWords = (text: string): string[] =>
  [...text.toLowerCase()]
    .map((letter) => folded[letter] ?? letter)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export const isNumber = (word: string): boolean => /^\p{N}/u.test(word)

/** Words for kinds of names, and their abbreviations: they cannot find a home alone. */
const kinds = new Set(
  [
    'г город кала каласы обл область облысы облыс р н район аудан ауданы пос поселок кент кенти с село ауыл ауылы мкр мкрн микрорайон',
    'ул улица коше кошеси кош к си пр т пркт просп проспект дангыл дангылы дан пер переулок туйык кошеси б р бульвар',
    'д дом уй стр строение корп корпус зд здание',
  ]
    .join(' ')
    .split(' '),
)
const flats = new Set(['кв', 'квартира', 'патер', 'пат'])

/**
 * Splits «д2», «кв5», «2үй»: a number written next to its kind without a space. A letter after a
 * number is part of the house number («10б», «10к2»).
 */
const parted = (word: string): string[] =>
  word
    .replace(/^\p{L}+(?=\p{N})/u, (kind) =>
      kinds.has(kind) || flats.has(kind) ? `${kind} ` : kind,
    )
    .replace(/(?<=\p{N})\p{L}{2,}(?=\p{N}|$)/gu, (kind) =>
      kinds.has(kind) || flats.has(kind) ? ` ${kind} ` : kind,
    )
    .split(' ')
    .filter(Boolean)

/**
 * Returns the search terms: the building as typed, and its names and numbers without the words for
 * street, town and house.
 */
export function askedAddress(text: string): { words: string[]; names: string[] } {
  const typed = addressWords(text.normalize('NFC')).map(cyrillic).flatMap(parted)
  // «кв. 7» precedes its number, «7-пәтер» follows it: a flat is chosen from the list of its
  // building.
  const at = typed.findIndex((word) => flats.has(word))
  const before =
    at > 0 && isNumber(typed[at - 1] ?? '') && !isNumber(typed[at + 1] ?? '') ? at - 1 : at
  const words = (at > 0 ? typed.slice(0, before) : typed).slice(0, 8)
  const names = words.filter((word) => !kinds.has(word))
  return { words, names: names.some((word) => !isNumber(word)) ? names : [] }
}

/** The words worth a place in the list of names that a mistyped one is compared with. */
export const addressNames = (text: string): string[] =>
  addressWords(text).filter(
    (word) => word.length > 2 && !isNumber(word) && !kinds.has(word) && !flats.has(word),
  )
