import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Locale } from '#domain/locale.ts'
import { KeptText } from '#domain/localized-text.ts'
import type { Policies } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { platesOf } from '../policies/check-address.ts'
import { readsOf } from '../products/products.ts'

/** What anybody may see of a policy. */

/** Of a policy of several cars the plate's answer shows so many last signs of the number. */
export const SHOWN_SIGNS = 4

type Policy = Selectable<Policies>

const Insured = z.object({ insurer: z.object({ name: KeptText }) })

/** A policy as the check shows it. */
export const shown = (deps: Deps, policy: Policy, locale: Locale) => ({
  product: readsOf(policy.kind).title[locale],
  number: policy.global_id,
  insurer: Insured.parse(policy.facts).insurer.name[locale],
  plates: platesOf(policy.facts),
  start: policy.start_date,
  end: policy.end_date,
  state: stateOn(policy, deps.clock.today()),
})

export const nothing = (number: string) => ({
  product: '',
  number,
  insurer: '',
  plates: [],
  start: '',
  end: '',
  state: 'ended' as const,
})

function stateOn(
  policy: Pick<Policy, 'kind' | 'state' | 'start_date' | 'end_date'>,
  today: string,
): 'valid' | 'not_yet' | 'ended' | 'terminated' {
  if (policy.state === 'terminated' || policy.state === 'cancelled' || policy.state === 'replaced')
    return 'terminated'
  // Some cover begins at its minute, not with the day.
  if (
    today < policy.start_date ||
    (policy.state === 'pending' && readsOf(policy.kind).beginsAtMinute)
  )
    return 'not_yet'
  return today > policy.end_date ? 'ended' : 'valid'
}
