import { z } from 'zod'

const Cars = z.object({ vehicles: z.array(z.object({ plate: z.string() })) })
const Plan = z.object({ home: z.object({ plan: z.object({ insuranceAmount: z.int() }) }) })

/** The plates of an OGPO policy, by its facts; none of any other. */
export function platesOf(facts: unknown): string[] {
  const cars = Cars.safeParse(facts)
  return cars.success ? cars.data.vehicles.map(({ plate }) => plate) : []
}

/** What a Home policy is insured for, tenge, by its facts; null of any other. */
export function sumInsuredOf(facts: unknown): number | null {
  const plan = Plan.safeParse(facts)
  return plan.success ? plan.data.home.plan.insuranceAmount : null
}
