/**
 * How a person is called, as the registers spell it; empty where there is no such name. Nobody
 * lists these again: a name that is added here is carried, or what does not carry it does not
 * compile.
 */
export const nameKeys = ['surname', 'name', 'patronymic'] as const
export type NameKey = (typeof nameKeys)[number]
export type Names = Record<NameKey, string>

/** The names of whoever has more to them. */
export const namesOf = ({ surname, name, patronymic }: Names): Names => ({
  surname,
  name,
  patronymic,
})

/** Names, each told by its key. */
export const namesBy = (tell: (key: NameKey) => string): Names =>
  Object.fromEntries(nameKeys.map((key) => [key, tell(key)])) as Names // every key

/** How registers, lists and people write that somebody has no patronymic. */
const noPatronymic =
  /^(?:-|–|—|нет|нету|жоқ|жок|отсутствует|не указано|(?:без|нет) отчества|әкесінің аты жоқ)$/iu
/** A patronymic as it is said: empty where the words say that there is none. */
export const patronymicOf = (text: string): string => (noPatronymic.test(text.trim()) ? '' : text)
/** A name on a list without the words that say so, in capitals. */
export const withoutNoPatronymic = (upper: string): string =>
  upper.replaceAll(
    /(?<!\p{L})(?:БЕЗ ОТЧЕСТВА|(?:НЕТ|НЕТУ|ЖОҚ|ЖОК|ОТСУТСТВУЕТ|НЕ УКАЗАНО)(?: ОТЧЕСТВА)?)(?!\p{L})/gu,
    ' ',
  )

/** What phones and machines write for an apostrophe: the acute, the prime. */
export const oneApostrophe = (text: string): string => text.replaceAll(/[´′＇]/g, "'")

/** Whether a text can be somebody's name: letters, and what stands between them. */
export const isPersonName = (text: string): boolean =>
  /^\p{L}[\p{L}\p{M}\p{Pd} .'’ʼ‘`´′]*$/u.test(text)

/**
 * A name as two spellings of it are compared that one person types and another reads: capitals,
 * one mark over a letter, one apostrophe, one hyphen, Ё as Е, nothing unseen.
 */
export const sameSpelling = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    // Before the form, which takes an acute alone for a blank with a mark.
    .replaceAll(/['’ʼ‘`´′]/g, "'")
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replaceAll(/\s*\p{Pd}\s*/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Of whoever is not known. */
export const unnamed: Names = { surname: '', name: '', patronymic: '' }

/** Whether it is said where somebody is called in full. */
const isSaid: Record<NameKey, boolean> = { surname: true, name: true, patronymic: true }
export const saidNames = nameKeys.filter((key) => isSaid[key])
export const fullName = (names: Record<NameKey, string | null>): string =>
  saidNames.flatMap((key) => names[key] || []).join(' ')
