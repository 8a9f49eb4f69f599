/**
 * The names of a person, as the registers spell them; empty if there is none. The only list of
 * these keys: code that does not handle a name added here does not compile.
 */
export const nameKeys = ['surname', 'name', 'patronymic'] as const
export type NameKey = (typeof nameKeys)[number]
export type Names = Record<NameKey, string>

/** Returns only the names of an object with more fields. */
export const namesOf = ({ surname, name, patronymic }: Names): Names => ({
  surname,
  name,
  patronymic,
})

/** Builds names from their keys. */
export const namesBy = (tell: (key: NameKey) => string): Names =>
  Object.fromEntries(nameKeys.map((key) => [key, tell(key)])) as Names // every key

/** How registers, lists and people write that there is no patronymic. */
const noPatronymic =
  /^(?:-|–|—|нет|нету|жоқ|жок|отсутствует|не указано|(?:без|нет) отчества|әкесінің аты жоқ)$/iu
/** Returns a patronymic; empty if the words mean that there is none. */
export const patronymicOf = (text: string): string => (noPatronymic.test(text.trim()) ? '' : text)
/** A name on a list without the words that say so, in capitals. */
export const withoutNoPatronymic = (upper: string): string =>
  upper.replaceAll(
    /(?<!\p{L})(?:БЕЗ ОТЧЕСТВА|(?:НЕТ|НЕТУ|ЖОҚ|ЖОК|ОТСУТСТВУЕТ|НЕ УКАЗАНО)(?: ОТЧЕСТВА)?)(?!\p{L})/gu,
    ' ',
  )

/** Replaces the acute and the prime, which phones and programs write for an apostrophe. */
export const oneApostrophe = (text: string): string => text.replaceAll(/[´′＇]/g, "'")

/** Returns whether a text can be a person's name: letters, and the signs allowed between them. */
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

/** Names of an unknown person. */
export const unnamed: Names = { surname: '', name: '', patronymic: '' }

/** Whether it is part of the full name. */
const isSaid: Record<NameKey, boolean> = { surname: true, name: true, patronymic: true }
export const saidNames = nameKeys.filter((key) => isSaid[key])
export const fullName = (names: Record<NameKey, string | null>): string =>
  saidNames.flatMap((key) => names[key] || []).join(' ')
