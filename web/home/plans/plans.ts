import type { Reply } from '../../http/api.ts'

export type HomePlan = Reply<'homePlans'>['data']['plans'][number]

/** What the server puts into a page that shows the plans before anybody signs in. */
export type HomePlansData = {
  /** Today's, in the order they are shown. */
  plans: readonly HomePlan[]
  /** Id of the plan named by the address, else of the first; 0 if there is none. */
  plan: number
}

/** The three sums of a plan, in the order shown. */
export const sumsOfPlan = [
  'insurance_amount',
  'interior_finishing',
  'neighbour_compensation',
] as const

const sample = (id: number, price: number): HomePlan => ({
  id,
  code: `plan-${id}`,
  name: 'Home',
  insurance_amount: 5_000_000,
  interior_finishing: 1_000_000,
  neighbour_compensation: 1_000_000,
  price_per_month: price,
})

/** Plans as an example: the build looks for all that a page may show. */
export const samplePlans: HomePlansData[] = [
  { plans: [sample(1, 1_490), sample(2, 2_490)], plan: 1 },
  { plans: [], plan: 0 },
]
