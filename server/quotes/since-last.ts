import type { z } from 'zod'
import { Calculation, type SinceLast } from '#contract/ogpo-calculate.ts'
import { type Compared, sinceLast } from '#domain/ogpo/since-last.ts'
import type { Price } from '#domain/ogpo/tariff.ts'
import type { Sql } from '../db/connect.ts'

type Factor = z.infer<typeof Calculation>['cars'][number]['lines'][number]['factors'][number]

/**
 * A price beside that of a policy of ours which it follows; null for one whose calculation we do
 * not have.
 */
export async function sinceLastOf(
  sql: Sql,
  globalId: string,
  now: Price,
): Promise<z.infer<typeof SinceLast> | null> {
  const row = await sql
    .selectFrom('policies')
    .innerJoin('orders', 'orders.id', 'policies.order_id')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .select('quotes.reply')
    .where('policies.global_id', '=', globalId)
    .executeTakeFirst()
  if (!row) return null
  const { premium, difference, moved, otherCars, otherDriver } = sinceLast(
    before(Calculation.parse(row.reply)),
    comparable(now),
  )
  return {
    premium,
    difference,
    changes: moved.map(({ plate, ...pair }) => ({ registrationNumber: plate, ...pair })),
    other_cars: otherCars,
    other_driver: otherDriver,
  }
}

const before = ({ insurance_premium, cars }: z.infer<typeof Calculation>): Compared<Factor> => ({
  total: insurance_premium,
  cars: cars.map(({ registrationNumber, decisiveIin, lines }) => ({
    plate: registrationNumber,
    decisive: decisiveIin,
    lines,
  })),
})

const comparable = ({ total, cars }: Price): Compared<Factor> => ({
  total,
  cars: cars.map(({ plate, decisive, lines }) => ({
    plate,
    decisive,
    lines: lines.map(({ iin, factors }) => ({
      iin,
      factors: factors.map((factor) => ({ ...factor, because: { ...factor.because } })),
    })),
  })),
})
