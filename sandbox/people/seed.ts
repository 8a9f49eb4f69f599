import type { About, Person } from '#systems/sandbox-kit.ts'

/** A ready person as far as they differ from everybody: the rest is filled in. */
export type Seed = Omit<Partial<Person>, 'about' | 'documents'> & {
  iin: string
  names: [surname: string, name: string, patronymic: string]
  about: About
  documents?: Person['documents']
}

/** A driver's licence; dates are days. */
export function licence(
  number: string,
  issueDate: string,
  validTo: string,
  experienceFrom: string,
) {
  return { number, issueDate, validTo, experienceFrom }
}

/** A paper that proves who somebody is. */
export function document(
  type: Person['documents'][number]['type'],
  number: string,
  issueDate: string,
  valid: boolean,
) {
  return { type, number, issueDate, valid }
}
