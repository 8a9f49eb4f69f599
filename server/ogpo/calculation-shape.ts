import { isBin } from '#domain/iin.ts'
import { checkShape } from '#domain/ogpo/eligibility.ts'
import { fieldText } from '#texts/fields.ts'
import type { Context } from '../http/context.ts'
import { invalid } from '../http/refuse.ts'
import type { Channel } from './channel.ts'
import type { Sale } from './sale.ts'

/** What a calculation's form must have. */

export function shapeErrors(sale: Sale, { clock, locale, me }: Context, { limits }: Channel) {
  const shape = {
    insurant: sale.insurant,
    drivers: sale.drivers,
    vehicles: sale.vehicles,
    order: sale.order,
  }
  const problems: { path: string; message: string }[] = checkShape(shape, clock.today(), limits)
  if (sale.order.reorderGlobalId && sale.order.prolongGlobalId)
    problems.push({ path: 'order.prolongGlobalId', message: 'both_replacements' })
  // Clients insure in their own name; a legal entity is told politely that staff do it
  // (`legalEntity`).
  if (me().kind !== 'promoter' && sale.insurant.iin !== me().iin && !isBin(sale.insurant.iin))
    problems.push({ path: 'insurant.iin', message: 'iin_not_yours' })
  const position = [
    sale.operation.latitude,
    sale.operation.longitude,
    sale.operation.accuracy,
  ].filter((value) => value !== undefined)
  if (position.length > 0 && position.length < 3)
    problems.push({ path: 'operation.latitude', message: 'position' })
  if (problems.length > 0)
    throw invalid(
      problems.map(({ path, message }) => ({ path, message: fieldText(message, locale) })),
    )
}
