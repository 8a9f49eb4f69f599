import { draftMs } from '#domain/lifetimes.ts'
import { awake, type Sale, type Term } from './model/sale.ts'

/** Rises with every change of a form: a draft of another version is dropped. */
export const version = 6

/** An unfinished sale of any seller, and what is stored beside its form. */
export type Draft = { form: Sale }
type Kept<Of extends Draft> = Of & { version: number; owner: string; savedAt: number }

/** Wraps an unfinished sale for storage. */
export const written = <Of extends Draft>(
  owner: string,
  draft: Of,
  now = Date.now(),
): Kept<Of> => ({
  ...draft,
  version,
  owner,
  savedAt: now,
})

/**
 * Restores a stored sale if it has the same owner, today's form and is less than a day old
 * (settled.md, "Lifetimes"); requests in flight at the time start anew.
 */
export function takenUp<Of extends Draft>(
  value: unknown,
  owner: string,
  now = Date.now(),
): Kept<Of> | null {
  if (!isWritten<Of>(value)) return null
  const isUsable =
    value.version === version && value.owner === owner && now - value.savedAt <= draftMs
  return isUsable ? { ...value, form: awake(value.form) } : null
}

// Checks the envelope alone: only `written` makes it, and the version changes with the form.
const isWritten = <Of extends Draft>(value: unknown): value is Kept<Of> =>
  typeof value === 'object' &&
  value !== null &&
  'form' in value &&
  typeof value.form === 'object' &&
  value.form !== null &&
  'savedAt' in value &&
  typeof value.savedAt === 'number'

/**
 * A draft may be older than the day, and than the choice of insurers: its first day is none that is
 * over, its insurer none that is gone. `fresh`: the term of a new sale.
 */
export function upToDate<Form extends Sale>(
  form: Form,
  fresh: Term,
  { insurers }: { insurers: readonly { code: string }[] },
): Form {
  const { start, insurer } = form.term
  const isOver = start < fresh.start
  const isGone = !insurers.some(({ code }) => code === insurer)
  if (!isOver && (!isGone || insurer === fresh.insurer)) return form
  const term = {
    ...form.term,
    ...(isOver ? { start: fresh.start } : {}),
    ...(isGone ? { insurer: fresh.insurer } : {}),
  }
  return { ...form, term }
}
