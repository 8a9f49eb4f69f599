import type { z } from 'zod'
import type { HomePlan } from '#contract/home.ts'
import type { Plan } from '#domain/home/plan.ts'
import type { Locale } from '#domain/locale.ts'

type Shown = Pick<
  Plan,
  | 'id'
  | 'code'
  | 'name'
  | 'insuranceAmount'
  | 'interiorFinishing'
  | 'neighbourCompensation'
  | 'pricePerMonth'
>
/** A plan as it is shown in a language. */
export const shownPlan = (plan: Shown, locale: Locale): z.infer<typeof HomePlan> => ({
  id: plan.id,
  code: plan.code,
  name: plan.name[locale],
  insurance_amount: plan.insuranceAmount,
  interior_finishing: plan.interiorFinishing,
  neighbour_compensation: plan.neighbourCompensation,
  price_per_month: plan.pricePerMonth,
})
