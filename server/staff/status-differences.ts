import type { Locale } from '#domain/locale.ts'
import type { Db } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { basisLines } from '../esbd/basis-lines.ts'
import { openFindings } from '../esbd/findings.ts'
import { openLost } from '../lost/left.ts'
import { desks } from '../products/products.ts'
import { masked } from './mask.ts'

/** What the books and the search for lost things leave open. */

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

/** What a search for lost sales left for people; a sale that is not known here has no number. */
export async function lostOf(db: Db) {
  const open = await openLost(db)
  const sales = open.map(({ sale_id }) => ({ about: sale_id ?? '' }))
  const numbers = open.length > 0 ? await numbersOf(db, sales) : new Map<string, never>()
  return open.map(({ about, what, why, sale_id, found_at }) => ({
    ...{ about, what, why },
    ...(numbers.get(sale_id ?? '') ?? { number: null, order_id: null }),
    found_at: found_at.toISOString(),
  }))
}

/** Numbers of the sales among what the findings are about. */
async function numbersOf(db: Db, open: readonly { about: string }[]) {
  const ids = open.map(({ about }) => about)
  const sales = await Promise.all(desks().map((desk) => desk.numbers(db, ids)))
  return new Map(sales.flat().map(({ id, number }) => [id, { number, order_id: id }] as const))
}
