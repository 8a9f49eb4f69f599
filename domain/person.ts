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

/** Of whoever is not known. */
export const unnamed: Names = { surname: '', name: '', patronymic: '' }

/** Whether it is said where somebody is called in full. */
const isSaid: Record<NameKey, boolean> = { surname: true, name: true, patronymic: true }
export const fullName = (names: Record<NameKey, string | null>): string =>
  nameKeys.flatMap((key) => (isSaid[key] && names[key]) || []).join(' ')
