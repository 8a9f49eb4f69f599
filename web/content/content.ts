import type { z } from 'zod'
import activitiesFile from './activities.json' with { type: 'json' }
import documentsFile from './documents.json' with { type: 'json' }
import foundersFile from './founders.json' with { type: 'json' }
import insurersFile from './insurers.json' with { type: 'json' }
import managersFile from './managers.json' with { type: 'json' }
import reportsFile from './reports.json' with { type: 'json' }
import { Activities, Documents, Founders, Insurers, Managers, Reports } from './schema.ts'

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
