import type { Db } from '../db/connect.ts'

/** The first plans. */
export async function seedPlans(db: Db): Promise<void> {
  const homePlan = (
    code: string,
    kz: string,
    ru: string,
    sums: [number, number, number],
    price: number,
    sort: number,
  ) => ({
    code,
    name_kz: kz,
    name_ru: ru,
    insurance_amount: sums[0],
    interior_finishing: sums[1],
    neighbour_compensation: sums[2],
    price_per_month: price,
    insurer_code: 'dala',
    sort,
    effective_from: '2025-01-01',
  })
  await db
    .insertInto('home_plans')
    .values([
      homePlan('start', 'Бастау', 'Старт', [5_000_000, 1_000_000, 1_000_000], 1_490, 10),
      homePlan('comfort', 'Жайлы', 'Комфорт', [10_000_000, 2_500_000, 2_000_000], 2_490, 20),
      homePlan('full', 'Толық', 'Полный', [20_000_000, 5_000_000, 4_000_000], 3_990, 30),
    ])
    .onConflict((conflict) => conflict.columns(['code', 'effective_from']).doNothing())
    .execute()
}
