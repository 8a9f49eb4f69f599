import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { fieldText } from '#texts/fields.ts'
import { localeOf } from './context.ts'
import { HttpError, invalid } from './refuse.ts'

/**
 * Texts that the database can't keep (a zero character, half of a surrogate pair) are no texts:
 * told by their path in a body, not found in an address. Here once, so that no call has to think of
 * it.
 */
export function refuseInvalidText(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (isInvalidText(request.params) || isInvalidText(request.query))
      return done(new HttpError(404))
    const path = invalidTextAt(request.body)
    return path
      ? done(invalid([{ path: path.join('.'), message: fieldText('invalid', localeOf(request)) }]))
      : done()
  })
}

const FormTexts = z.record(
  z.string(),
  z.string().refine((text) => isStorable(text)),
)

/** The texts of a form, which its own call reads past the hook above, by their schema. */
export function fieldsOf<Fields extends z.ZodType>(
  schema: Fields,
  form: Record<string, string>,
): { success: true; data: z.output<Fields> } | { success: false; error: z.ZodError } {
  const texts = FormTexts.safeParse(form)
  return texts.success ? schema.safeParse(texts.data, { reportInput: true }) : texts
}

/** The router's own objects are no plain ones: their values are looked at one by one. */
const isInvalidText = (part: unknown): boolean =>
  Object.entries(Object(part)).some(([, value]) => invalidTextAt(value) !== null)

/** Deeper than any body of ours. */
const DEEPEST = 20

/**
 * The path of the first such text, or of what is nested beyond sense; null when there is none. Only
 * plain objects are looked into.
 */
function invalidTextAt(value: unknown, depth = 0): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (!isPlain(value)) return null
  if (depth > DEEPEST) return []
  // The path is put together on the way back: most bodies have none.
  for (const [name, item] of Object.entries(value)) {
    if (!isStorable(name)) return []
    const below = invalidTextAt(item, depth + 1)
    if (below) return [name, ...below]
  }
  return null
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
