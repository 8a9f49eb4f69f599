import { z } from 'zod'
import { isDay } from '#domain/calendar.ts'
import { inEveryLanguage } from '#domain/locale.ts'
import activitiesFile from './activities.json' with { type: 'json' }
import documentsFile from './documents.json' with { type: 'json' }
import foundersFile from './founders.json' with { type: 'json' }
import insurersFile from './insurers.json' with { type: 'json' }
import managersFile from './managers.json' with { type: 'json' }
import reportsFile from './reports.json' with { type: 'json' }

/**
 * Words in both languages. Latin letters inside a Cyrillic word are look-alikes typed by mistake:
 * they break search and speech.
 */
const words = z
  .string()
  .trim()
  .min(1)
  .refine(
    (text) =>
      !/\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u.test(text),
    'A Latin letter inside a Cyrillic word',
  )
const InLanguages = z.strictObject(inEveryLanguage(() => words))
const Paragraphs = z
  .strictObject(inEveryLanguage(() => z.array(words).min(1)))
  .refine(({ kz, ru }) => kz.length === ru.length, {
    error: 'As many paragraphs in one language as in the other',
  })
const Day = z.string().refine(isDay, 'A day is written 2026-11-20')
const entry = {
  id: z.int().positive(),
  code: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small Latin letters, digits and hyphens'),
}

/** Every `id` and every `code` stands once: the address of a page needs both. */
const list = <Shape extends z.core.$ZodLooseShape & typeof entry>(shape: Shape) =>
  z
    .array(z.strictObject(shape))
    .min(1)
    .refine((items: readonly { id?: unknown; code?: unknown }[]) => {
      const once = (key: 'id' | 'code') =>
        new Set(items.map((item) => item[key])).size === items.length
      return once('id') && once('code')
    }, 'Every id and every code stands once')

export const Founders = list({
  ...entry,
  kind: z.enum(['person', 'company']),
  name: InLanguages,
  /** Per cent of the charter capital. */
  share: z.number().positive().max(100),
  since: Day,
  about: Paragraphs,
}).refine(
  (founders) => Math.abs(founders.reduce((sum, { share }) => sum + share, 0) - 100) < 0.01,
  'Shares add up to 100',
)

export const Managers = list({
  ...entry,
  name: InLanguages,
  position: InLanguages,
  since: Day,
  approved: Day,
  /** Considers what clients ask and complain of. */
  complaints: z.literal(true).optional(),
  about: Paragraphs,
})

const Activities = list({
  ...entry,
  licensed: z.boolean(),
  title: InLanguages,
  lead: InLanguages,
  about: Paragraphs,
})

export const Documents = list({
  ...entry,
  group: z.enum(['permission', 'clients', 'company']),
  title: InLanguages,
  lead: InLanguages,
  date: Day,
  /** One of the texts a client accepts before paying. */
  text: z.enum(['terms', 'personalData', 'commission', 'ogpoPlus']).optional(),
  /** Facts that stand elsewhere and are shown here. */
  facts: z.enum(['licence', 'registration', 'insurers']).optional(),
  parts: z.array(z.strictObject({ title: InLanguages, paragraphs: Paragraphs })),
})

/** Sums are thousands of tenge; losses are negative. */
const Row = z.strictObject({
  label: InLanguages,
  now: z.int(),
  before: z.int(),
  total: z.boolean().optional(),
})
export const Reports = list({
  ...entry,
  year: z.int().min(2000).max(2100),
  title: InLanguages,
  published: Day,
  auditor: InLanguages,
  tables: z.array(z.strictObject({ title: InLanguages, rows: z.array(Row).min(1) })).min(1),
})

const Insurers = z.array(InLanguages).min(1)

/** A file of this folder, checked. Throws an error that names the file and what is wrong in it. */
function checked<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  file: unknown,
): z.output<Schema> {
  const read = schema.safeParse(file)
  if (read.success) return read.data
  const problems = read.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || '(the whole file)'}: ${message}`,
  )
  throw new Error(`web/content/${name}.json\n${problems.join('\n')}`)
}

export const founders = checked('founders', Founders, foundersFile)
export const managers = checked('managers', Managers, managersFile)
export const activities = checked('activities', Activities, activitiesFile)
export const documents = checked('documents', Documents, documentsFile)
export const reports = checked('reports', Reports, reportsFile)
export const insurers = checked('insurers', Insurers, insurersFile)
