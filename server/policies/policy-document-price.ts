import { z } from 'zod'
import type { PolicyFacts } from '#documents/facts.ts'
import { formatMoney } from '#domain/format.ts'
import type { Localized } from '#domain/locale.ts'
import { fullName } from '#domain/person.ts'
import { factorLine } from '#texts/factors.ts'
import type { QuoteFacts } from '../quotes/facts.ts'

export const StoredPrice = z.object({
  kind: z.enum(['standard', 'complex', 'many']),
  cars: z.array(
    z.object({
      plate: z.string(),
      decisive: z.string(),
      premium: z.number(),
      lines: z.array(
        z.object({
          iin: z.string(),
          factors: z.array(
            z.object({
              code: z.string(),
              value: z.string(),
              because: z.record(
                z.string(),
                z.union([z.string(), z.number(), z.boolean(), z.null()]),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
})

type Labels = (code: string) => Localized

/** How each car's price came about, by the driver who decides it. */
export function priceLinesOf(
  facts: QuoteFacts,
  price: z.infer<typeof StoredPrice>,
  region: Labels,
): PolicyFacts['priceLines'] {
  const people = new Map(facts.insured.map((person) => [person.iin, person]))
  const cars = new Map(facts.vehicles.map((car) => [car.plate, car]))
  return price.cars.flatMap((car) => {
    const line = car.lines.find((each) => each.iin === car.decisive)
    const person = people.get(car.decisive)
    if (!line || !person) return []
    const base = line.factors.find((factor) => factor.code === 'base')
    return [
      {
        plate: car.plate,
        iin: car.decisive,
        fullName: fullName(person),
        base: base?.value ?? '',
        factors: line.factors
          .filter((factor) => factor.code !== 'base')
          .map((factor) => ({
            label: factorLine(factor.code, factor.because, {
              region: region(cars.get(car.plate)?.region ?? ''),
              money: formatMoney,
            }),
            value: factor.value,
          })),
        premium: car.premium,
      },
    ]
  })
}
