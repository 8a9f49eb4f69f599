/** Letters of names: look-alikes, and Kazakh and Russian ones in Latin by several schemes. */

/** `ЖZH` reads: for Ж write ZH. */
const table = (pairs: string): Record<string, string> =>
  Object.fromEntries(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]))

export const kazakh = table('ӘА ҒГ ҚК ҢН ӨО ҰУ ҮУ ҺХ ІИ')
/** Latin letters typed inside Cyrillic words. */
export const lookAlikes = table('AА BВ CС EЕ HН IИ KК MМ OО PР TТ XХ YУ')
/**
 * Two ways in which passports and the UN list write Cyrillic: ICAO Doc 9303, and the English one.
 */
const icao = table(
  'АA БB ВV ГG ДD ЕE ЖZH ЗZ ИI ЙI КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХKH ЦTS ЧCH ШSH ЩSHCH ЫY ЭE ЮIU ЯIA Ь Ъ',
)
const english = { ...icao, ...table('ЖJ ЙY ЩSH ЮYU ЯYA') }
export const schemes: Record<string, string>[] = [icao, english]

export const transliterate = (upper: string, scheme: Record<string, string>): string =>
  replaceEach(replaceEach(upper.replaceAll('Ё', 'Е'), kazakh), scheme)

export const replaceEach = (text: string, table: Record<string, string>): string => {
  let out = ''
  for (const letter of text) out += table[letter] ?? letter
  return out
}
/** Letters whose mark does not come off, and two letters for one. */
const unmarked: Record<string, string> = {
  Ø: 'O',
  Đ: 'D',
  Ł: 'L',
  ẞ: 'SS',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
  Ð: 'D',
  Ħ: 'H',
  İ: 'I',
  ı: 'I',
  Ə: 'A',
}
export const withoutMarks = (text: string): string =>
  replaceEach(text.normalize('NFD').replace(/\p{M}/gu, ''), unmarked)

/** Passports write letters with a mark as two (ICAO Doc 9303): `MÜLLER` is `MUELLER` there. */
const inTwo = [
  ['Ä', 'AE'],
  ['Ö', 'OE'],
  ['Ü', 'UE'],
  ['Ø', 'OE'],
  ['Å', 'AA'],
] as const
export const markedInTwo = (upper: string): string =>
  inTwo.reduce((text, [one, two]) => text.replaceAll(one, two), upper.normalize('NFC'))
export const twoAsOne = (upper: string): string =>
  inTwo.reduce((text, [one, two]) => text.replaceAll(two, one), upper)

/**
 * Reduces a name to its sound, as clerks hear it: one spelling for the Kazakh letters that Russian
 * has several for, and for the spellings of Arabic names in Russian, English, French and Turkish
 * (ICAO Doc 9303, BGN/PCGN for Kazakh and Arabic, the Kazakh Latin of 2021). Too coarse to
 * distinguish two people: a person must check such a match.
 *
 * A is any of `а ә е э я`, U any of `о ө у ұ ү ю`; `ы і и` remain only if they carry the word.
 */
export function soundWords(upper: string, letters: LettersOf = () => marked): string[] {
  const words = withoutArticles(inOneLatin(upper, letters))
    .split(/[^A-Z]+/)
    .filter((word) => word !== '' && !aloneEnding.test(word))
  const names = words.length > 2 ? words.filter((word) => !/^(?:BIN|IBN)$/.test(word)) : words
  return names.map(soundOf).sort()
}

/**
 * Letters with a mark that is a sound of its own, in Turkish, Czech, Serbian, German and the Kazakh
 * Latin of 2021.
 */
const marked = toTable('Ş SH Š SH Ç CH Č CH Ć CH Ž ZH Đ DJ Ä E Ñ N Ŋ N Ğ G Ǵ G Ə A')
/**
 * How the letters C and Q of Latin names may be meant: as in English or French; as in Turkish and
 * Azerbaijani, where they are Дж and Г; as Ç whose mark a passport has dropped. J as in English, or
 * Й as in German and Serbian.
 */
const latinLetters: readonly Letters[] = [
  marked,
  { ...marked, C: 'J', Q: 'G' },
  { ...marked, C: 'CH' },
  { ...marked, J: 'Y' },
]
/** Names of Serbia and its neighbours, whose passports have lost the marks of their letters. */
const southern = /I[CĆ](?![A-ZĆ])|[ĆĐ]|DJ|[LN]J(?![AEIOU])|VOJ/
const southernLetters: readonly Letters[] = [
  ...latinLetters,
  { ...marked, C: 'CH', J: 'Y' },
  { ...marked, C: 'CH', Z: 'ZH' },
  { ...marked, C: 'CH', S: 'SH', Z: 'ZH', J: 'Y' },
  { ...marked, C: 'CH', D: 'DJ' },
]

type Letters = Readonly<Record<string, string>>
/** By which letters a word of a name is read. */
type LettersOf = (word: string) => Letters
/** Words of a name whose readings are combined; further ones use the first one's reading. */
const COMBINED = 3

const waysOf = (word: string, all: readonly Letters[]): readonly Letters[] =>
  all.filter(
    (one, at) =>
      all.findIndex((other) =>
        Array.from('CQJSZD').every(
          (letter) => !word.includes(letter) || one[letter] === other[letter],
        ),
      ) === at,
  )

/**
 * Returns each possible pronunciation of a name, the usual one first. Each word has its own: a
 * Turkish name may precede a Kazakh surname.
 */
export function soundReadings(upper: string): ((text: string) => string[])[] {
  const all = southern.test(upper) ? southernLetters : latinLetters
  const unsure = [...new Set(wordsIn(upper))].filter((word) => waysOf(word, all).length > 1)
  const [first = ''] = unsure
  let ways: ReadonlyMap<string, Letters>[] = [new Map()]
  for (const word of unsure.slice(0, COMBINED))
    ways = ways.flatMap((way) =>
      waysOf(word, all).map((letters) => new Map(way).set(word, letters)),
    )
  const read = (way: ReadonlyMap<string, Letters>) => (text: string) =>
    soundWords(text, (word) => way.get(word) ?? way.get(first) ?? marked)
  const readings = ways.map(read)
  // A German passport writes Ü as UE: Mueller is heard as Müller is.
  if (!wordsIn(upper).some((word) => twoAsOne(word) !== word)) return readings
  const inOne = soundReadings(twoAsOne(upper)).map((of) => (text: string) => of(twoAsOne(text)))
  return [...readings, ...inOne]
}

const cyrillic = toTable(
  'А A Ә A Ə A Б B В V Г G Ғ G Д D Е E Ё E Ж ZH З Z И I Й Y І I К K Қ K Л L М M Н N Ң N О O Ө O П P Р R ' +
    'С S Т T У U Ұ U Ү U Ф F Х KH Һ KH Ц TS Ч CH Ш CH Щ CH Ы I Э E Ю YU Я YA Ў U Ҳ KH Ь - Ъ - Ђ DJ Ј Y Љ L Њ N Ћ CH Џ DZH',
)
function toTable(pairs: string): Record<string, string> {
  const parts = pairs.split(' ')
  const table: Record<string, string> = {}
  for (let i = 0; i < parts.length; i += 2)
    table[parts[i] ?? ''] = parts[i + 1] === '-' ? '' : (parts[i + 1] ?? '')
  return table
}

/** Each word by its own script: lists write a second name in Latin beside the Cyrillic one. */
const inOneLatin = (upper: string, letters: LettersOf): string =>
  unquoted(upper).replace(aWord, (word) =>
    withoutMarks(
      isCyrillic(word)
        ? replaceEach(replaceEach(word, lookAlikes), cyrillic)
        : replaceEach(word, letters(word)),
    ),
  )
const unquoted = (upper: string): string => upper.normalize('NFC').replace(/['’ʼ‘ʻ`"«».]/g, '')
const aWord = /[^\s-]+/g
const isCyrillic = (word: string): boolean => /[А-ЯЁӘҒҚҢӨҰҮҺІ]/.test(word)
/** The words of a name that are read by Latin letters. */
const wordsIn = (upper: string): string[] =>
  (unquoted(upper).match(aWord) ?? []).filter((word) => !isCyrillic(word))

/** «аль-», «ар-Рахман», `ud-Din`: with a hyphen anywhere, apart only behind another name. */
const withoutArticles = (text: string): string =>
  text
    .replace(/\s+[AEIU][DL][\s-]+D([IE])N(?![A-Z])/g, 'UDD$1N')
    .replace(/(^|[\s-])[AEIU](?:L|([RSTDNZ]|[SC]H)(?=[\s-]+\2))[-‐‑–](?=[A-Z])/g, '$1')
    .replace(/(\s)(?:[AEU]L|[AEIU]([RSTDNZ]|[SC]H)(?=\s+\2))\s+(?=[A-Z])/g, '$1')
    .replace(/[-‐‑–]/g, ' ')

/** «ұлы» of Kazakh, Uzbek, Azerbaijani and Russian fathers' names, as a word or at the end of one. */
const aloneEnding = /^(?:[OU]G?H?L[IYU]|[QKG][IY]Z[IY])$/
const ending = /(?:[OU]G?H?L[IYU]|[QKG][IY]Z[IY]|[OEYI]VI(?:CH|TCH)|[OE]VNA)$/
const SHORTEST_STEM = 3

const steps: readonly (readonly [RegExp, string])[] = [
  [/W/g, 'V'],
  [/SH(?:CH)?|SCH|TCH|CH/g, 'W'],
  [/DZH|DJ|ZH|J/g, 'J'],
  [/(?<=E)X/g, 'KS'],
  [/X/g, 'H'],
  [/PH/g, 'F'],
  [/(?<=[DGT])H/g, ''],
  [/KH/g, 'H'],
  [/NG/g, 'N'],
  [/CK|Q/g, 'K'],
  [/C(?=[EIY])/g, 'S'],
  [/C/g, 'K'],
  // A letter of English or French that is two here.
  [/OU|OO/g, 'U'],
  [/EE(?=V)/g, 'EYE'],
  [/EE/g, 'I'],
  [/[IY]E?[IY]/g, 'I'],
  [/([A-Z])\1+/g, '$1'],
  [/[AO]H$/, 'A'],
  // Servants of God by one of His names, and the Faith behind a name.
  [/^ABD[AEU]L(?=[AEU][BDFGHJKMNRSTVWZ])|^ABD[AEIOU]?L?(?=[BDFGHJKLMNRSTVWZ]|$)/, 'ABD'],
  [/(?<=.{2})[AEIOU]D[IE]N$/, 'DIN'],
  // Glides and the vowels around them.
  [/^YE/, 'E'],
  [/(?<=[AEIOU])E/g, 'YE'],
  [/(?<=[BDFGHJKLMNPRSTVWZ])[IY](?=[OU])/g, ''],
  [/(?<=[BDFGHJKLMNPRSTVWZ])Y(?=[AE])/g, ''],
  [/(?<=[AEOU])I|^I(?=[AEOU])/g, 'Y'],
  [/I(?=[AEOU])/g, 'IY'],
  [/Y(?![AEOUI])(?<=[BDFGHJKLMNPRSTVWZ]Y)/g, 'I'],
  [/E/g, 'A'],
  [/O/g, 'U'],
  // Kazakh has one letter, Russian the other: Бақыт, Бахит.
  [/H/g, 'K'],
  [/(?<=A)U|U(?=[AI])/g, 'V'],
  [/(?<=[^AU])I(?=[^AU])/g, ''],
  [/^I(?=[^AUY]{2}.)/, ''],
  [/([AU])\1+/g, '$1'],
]
/** A final consonant loses its voice. */
const unvoiced: Record<string, string> = { B: 'P', D: 'T', G: 'K', V: 'F', Z: 'S' }

function soundOf(written: string): string {
  const stem = written.replace(ending, '')
  let word = stem.length >= SHORTEST_STEM ? stem : written
  for (const [of, by] of steps) word = word.replace(of, by)
  const last = word.at(-1) ?? ''
  return word !== 'ABD' ? word.slice(0, -1) + (unvoiced[last] ?? last) : word
}

/** Returns whether two words differ only in vowels and voice. */
export const sameConsonants = (one: string, other: string): boolean =>
  consonants(one) === consonants(other)
const consonants = (word: string): string =>
  replaceEach(word.replace(/[AIU]/g, ''), unvoiced).replace(/(.)\1+/g, '$1')
