import type { Locale } from '#domain/locale.ts'
import type { Db } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { basisLines } from '../esbd/basis-lines.ts'
import { openFindings } from '../esbd/findings.ts'
import { desks } from '../products/products.ts'
import { masked } from './mask.ts'

/** What is open with the unified database, in the reader's words, each with its order's number. */
export async function differencesOf({
  db,
  clock,
  reference,
  locale,
}: Pick<Deps, 'db' | 'clock' | 'reference'> & { locale: Locale }) {
  const open = await openFindings(db)
  if (open.length === 0) return []
  const today = clock.today()
  const [tables, insurers, numbers] = await Promise.all([
    reference.tables(today),
    reference.insurers(today),
    numbersOf(db, open),
  ])
  return open.map(({ basis, ...one }) => {
    const insurer = insurers.find(({ esbdSystemId }) => esbdSystemId === basis?.insurerSystemId)
    return {
      ...one,
      ...(numbers.get(one.about) ?? { number: null, order_id: null }),
      rows: basis
        ? basisLines(basis, locale, { tables, insurer: insurer?.name[locale] ?? null })
        : one.rows,
      note: basis && insurer ? '' : masked(one.note),
    }
  })
}

/** Numbers of the sales among what the findings are about. */
async function numbersOf(db: Db, open: readonly { about: string }[]) {
  const ids = open.map(({ about }) => about)
  const sales = await Promise.all(desks().map((desk) => desk.numbers(db, ids)))
  return new Map(sales.flat().map(({ id, number }) => [id, { number, order_id: id }] as const))
}
