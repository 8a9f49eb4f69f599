import { draftMs } from '#domain/lifetimes.ts'
import { awake, type Sale, type Term } from './model/sale.ts'

/** Goes up with every change of a form: what was written in another one is not taken up. */
export const version = 6

/** An unfinished sale, whoever sells, and what is kept beside its form. */
export type Draft = { form: Sale }
type Kept<Of extends Draft> = Of & { version: number; owner: string; savedAt: number }

/** What is written down of an unfinished sale. */
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
 * The sale that was written down (settled.md, "Lifetimes"): by whom it belongs to, within a day, in
 * today's form; what was running then runs anew.
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

// The door of what is kept: only `written` makes it, and the version changes with the form.
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
