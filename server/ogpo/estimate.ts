import { estimate as price } from '#domain/ogpo/tariff.ts'
import { fieldText } from '#texts/fields.ts'
import { invalid, ok, refuse } from '../refuse.ts'
import { handle } from '../route.ts'

/** Everyone's price of one car with one driver: the law's tables of the day and nothing else. */
export const estimate = handle('ogpoEstimate', async (body, { reference, clock, locale }) => {
  const today = clock.today()
  const tables = await reference.tables(today)
  if (!tables) return refuse(locale, 12002, undefined, 'tables')
  const unknown = [
    tables.regions.some((region) => region.code === body.region) ? null : 'region',
    tables.vehicleTypes.some((type) => type.code === body.vehicleType) ? null : 'vehicleType',
  ].filter((path) => path !== null)
  if (unknown.length > 0) throw invalid(unknown.map((path) => ({ path, message: fieldText('invalid', locale) })))
  try {
    const { premium, factors } = price(body, tables, today)
    return ok({ premium, factors: factors.map((factor) => ({ ...factor, because: { ...factor.because } })) })
  } catch (cause) {
    if (cause instanceof RangeError) throw invalid([{ path: 'bonusMalus', message: fieldText('invalid', locale) }])
    throw cause
  }
})
