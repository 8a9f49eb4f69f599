import { sql } from 'kysely'
import { z } from 'zod'
import type { Locale } from '#domain/locale.ts'
import { KeptText } from '#domain/localized-text.ts'
import { masked } from '../codes/client-phone.ts'
import { maskedName } from '../persons/record.ts'

/** The part of a sale's facts that a list shows; the rest stays in the database. */
export const shownPart = (column: 'policies.facts' | 'quotes.facts') =>
  sql<unknown>`jsonb_build_object(
    'vehicles', ${sql.ref(column)} -> 'vehicles', 'policyholder', ${sql.ref(column)} -> 'policyholder',
    'insurer', ${sql.ref(column)} -> 'insurer', 'phone', ${sql.ref(column)} -> 'phone', 'end', ${sql.ref(column)} -> 'term' -> 'end',
    'drivers', jsonb_array_length(${sql.ref(column)} -> 'insured'))`.as('shown')

const Shown = z.object({
  vehicles: z.array(
    z.object({ plate: z.string(), make: z.string(), model: z.string(), year: z.number() }),
  ),
  policyholder: z.object({ surname: z.string(), name: z.string() }),
  insurer: z.object({ name: KeptText }),
  phone: z.string(),
  end: z.string(),
  drivers: z.int(),
})

/** People masked, cars by plate, the insurer in the language of the page. */
export function shown(part: unknown, locale: Locale) {
  const facts = Shown.parse(part)
  return {
    insurer: facts.insurer.name[locale],
    cars: facts.vehicles.map((car) => ({
      registrationNumber: car.plate,
      name: `${car.make} ${car.model}, ${car.year}`,
    })),
    drivers: facts.drivers,
    policyholder: maskedName(facts.policyholder),
    phone: masked(facts.phone),
    endDate: facts.end,
  }
}
