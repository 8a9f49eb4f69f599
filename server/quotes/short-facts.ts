import { z } from 'zod'
import type { Locale } from '#domain/locale.ts'
import { KeptText } from '#domain/localized-text.ts'
import { shortName } from '../persons/record.ts'

const Sold = z.object({
  policyholder: z.object({ surname: z.string(), name: z.string() }).nullish().catch(null),
  vehicles: z.array(z.object({ plate: z.string() })).catch([]),
  insurer: z.object({ name: KeptText }).nullish().catch(null),
})

/**
 * What a row of a list tells of a sale by the facts it was made from: a surname and an initial, the
 * plate of the first car, the insurer. Of one whose client was erased nothing is left.
 */
export function shortFacts(facts: unknown, locale: Locale) {
  const { policyholder, vehicles, insurer } = Sold.catch({ vehicles: [] }).parse(facts)
  return {
    who: policyholder ? shortName(policyholder) : '',
    plate: vehicles[0]?.plate ?? null,
    insurer: insurer?.name[locale] ?? '',
  }
}
