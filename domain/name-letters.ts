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
