import { estimate as call } from '#contract/estimate.ts'
import type { Day } from '#domain/calendar.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import { type Factor, estimate as price } from '#domain/ogpo/tariff.ts'
import type { EstimateInput } from '#domain/ogpo/tariff-sale.ts'
import { fieldText } from '#texts/fields.ts'
import type { Deps } from '../deps.ts'
import type { QuickAnswer } from '../http/fast-path.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/** Everyone's price of one car with one driver: the law's tables of the day and nothing else. */
export const estimate = handle('ogpoEstimate', async (body, { reference, clock, locale }) => {
  const today = clock.today()
  const tables = await reference.tables(today)
  if (!tables) return refuse(locale, 12002, undefined, 'tables')
  const unknown = unknownCodes(body, tables)
  if (unknown.length > 0)
    throw invalid(unknown.map((path) => ({ path, message: fieldText('invalid', locale) })))
  try {
    return ok(priced(body, tables, today).answer)
  } catch (cause) {
    if (cause instanceof RangeError)
      throw invalid([{ path: 'bonusMalus', message: fieldText('invalid', locale) }])
    throw cause
  }
})

/** The same before the API's machinery (decision 130), where nothing is wrong with the question. */
export const quickEstimate =
  ({ reference, clock }: Pick<Deps, 'reference' | 'clock'>): QuickAnswer =>
  async (text) => {
    const { success, data } = call.body.safeParse(JSON.parse(text))
    if (!success) return null
    const today = clock.today()
    const tables = await reference.tables(today)
    return tables && unknownCodes(data, tables).length === 0
      ? priced(data, tables, today).bytes
      : null
  }

const unknownCodes = (
  { region, vehicleType }: Pick<EstimateInput, 'region' | 'vehicleType'>,
  { regions, vehicleTypes }: Tables,
): string[] => [
  ...(regions.some(({ code }) => code === region) ? [] : ['region']),
  ...(vehicleTypes.some(({ code }) => code === vehicleType) ? [] : ['vehicleType']),
]

/** The answer, and what goes over the wire. */
type Estimated = { answer: { premium: number; factors: Factor[] }; bytes: Buffer }
const KEPT = 5_000
const kept = new WeakMap<Tables, Map<string, Estimated>>()

function keptOf(tables: Tables): Map<string, Estimated> {
  const known = kept.get(tables) ?? new Map<string, Estimated>()
  if (known.size === 0) kept.set(tables, known)
  return known
}

/**
 * The same few thousand questions are asked all day, and one table of one day has one answer to
 * each.
 */
function priced(facts: EstimateInput, tables: Tables, today: Day): Estimated {
  const known = keptOf(tables)
  const question = `${today} ${JSON.stringify(facts)}`
  const before = known.get(question)
  if (before) return before
  const answer = price(facts, tables, today)
  const estimated = { answer, bytes: Buffer.from(JSON.stringify(call.reply.parse(ok(answer)))) }
  if (known.size >= KEPT) known.clear()
  known.set(question, estimated)
  return estimated
}
