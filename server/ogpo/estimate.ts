import type { Tables } from '#domain/ogpo/tables.ts'
import { estimate as price } from '#domain/ogpo/tariff.ts'
import type { EstimateInput } from '#domain/ogpo/tariff-sale.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/** Everyone's price of one car with one driver: the law's tables of the day and nothing else. */
export const estimate = handle('ogpoEstimate', async (body, { reference, clock, locale }) => {
  const today = clock.today()
  const tables = await reference.tables(today)
  if (!tables) return refuse(locale, refusals.apiUnavailable, undefined, 'tables')
  const unknown = unknownCodes(body, tables)
  if (unknown.length > 0)
    throw invalid(unknown.map((path) => ({ path, message: fieldText('invalid', locale) })))
  try {
    return ok(price(body, tables, today))
  } catch (cause) {
    if (cause instanceof RangeError)
      throw invalid([{ path: 'bonusMalus', message: fieldText('invalid', locale) }])
    throw cause
  }
})

const unknownCodes = (
  { region, vehicleType }: Pick<EstimateInput, 'region' | 'vehicleType'>,
  { regions, vehicleTypes }: Tables,
): string[] => [
  ...(regions.some(({ code }) => code === region) ? [] : ['region']),
  ...(vehicleTypes.some(({ code }) => code === vehicleType) ? [] : ['vehicleType']),
]
