import type { PageName, Params } from '#contract/pages.ts'
import { activities, documents, founders, managers, reports } from './content.ts'

type Entry = { id: number; code: string }

const sections: Partial<Record<PageName, readonly Entry[]>> = {
  'types-of-activity-code': activities,
  'founders-code': founders,
  'managers-code': managers,
  'documents-code': documents,
  'annual-reporting-code': reports,
}

/**
 * The parameters of every page made from one row of the table: one set without any for most pages,
 * one per entry for detail pages.
 */
export const entriesOf = (name: PageName): (Params | undefined)[] =>
  sections[name]?.map(({ id, code }) => ({ id: String(id), code })) ?? [undefined]

/** The entry a detail page was asked for. */
export function entryOf<Item extends Entry>(items: readonly Item[], params: Params): Item {
  const found = items.find(({ id, code }) => code === params.code && String(id) === params.id)
  if (!found) throw new Error(`No entry '${params.code}' with id '${params.id}'`)
  return found
}
