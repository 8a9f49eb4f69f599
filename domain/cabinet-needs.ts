import type { Day } from './calendar.ts'
import type { PolicyState } from './policy-states.ts'

/**
 * `pay`: choose how to pay or pay the open bill; `wait`: we are at it; `refund`: the money is on its
 * way back; `none`: over.
 */
export const nextSteps = ['pay', 'wait', 'refund', 'none'] as const
export type NextStep = (typeof nextSteps)[number]

/** A policy as far as what follows it is judged. */
type Covered = {
  state: PolicyState
  start_date: Day
  end_date: Day
  cars: readonly { registrationNumber: string }[]
}
type Policy = Covered & {
  global_id: string
  may: { renew: boolean }
  home: { renewal: 'on' | 'no_card' | 'declined' | 'cancelled' | 'not_renewed' } | null
}
type Application = {
  order_id: string
  next_step: NextStep
  kind: string
  start_date: Day | null
  created_at: string
  cars: readonly { registrationNumber: string }[]
  pay: { state: string } | null
}
type Claim = { claim_id: string; asked: number }

/** One thing that needs the client's action, with its subject. */
export type Need<P, A, C> =
  | { what: 'payment'; refused: boolean; application: A }
  | { what: 'card'; policy: P }
  | { what: 'documents'; claim: C }
  | { what: 'renewal'; policy: P }

const sharesCar = (one: Pick<Covered, 'cars'>, other: Pick<Covered, 'cars'>): boolean =>
  one.cars.some(({ registrationNumber }) =>
    other.cars.some((car) => car.registrationNumber === registrationNumber),
  )

/** Returns whether another policy of the same car follows this one. */
export const isFollowed = (policy: Covered, all: readonly Covered[]): boolean =>
  all.some(
    (other) =>
      (other.state === 'pending' || other.state === 'active') &&
      other.end_date > policy.end_date &&
      sharesCar(policy, other),
  )

/** An attempt to pay that ended without money (machine "Payment attempt"). */
const refused = ['rejected', 'error', 'expired']

/**
 * Lists what the client has to do now, most urgent first (issue 22): by the last day for it, and on
 * the same day money before papers. A document that a claim waits for is due today, since our time
 * to decide begins with it. A renewal already in progress is listed as that order only.
 */
export function cabinetNeeds<P extends Policy, A extends Application, C extends Claim>(
  { policies, applications, claims }: { policies: P[]; applications: A[]; claims: C[] },
  today: Day,
): Need<P, A, C>[] {
  const going = applications.filter(({ next_step }) => next_step === 'pay' || next_step === 'wait')
  const needs: { by: Day; need: Need<P, A, C> }[] = [
    ...applications
      .filter(({ next_step }) => next_step === 'pay')
      .map((application) => ({
        by: application.start_date ?? today,
        need: {
          what: 'payment' as const,
          refused: refused.includes(application.pay?.state ?? ''),
          application,
        },
      })),
    ...policies
      .filter(({ home }) => home?.renewal === 'no_card' || home?.renewal === 'declined')
      .map((policy) => ({ by: policy.end_date, need: { what: 'card' as const, policy } })),
    ...claims
      .filter(({ asked }) => asked > 0)
      .map((claim) => ({ by: today, need: { what: 'documents' as const, claim } })),
    ...policies
      .filter(
        (policy) =>
          policy.may.renew &&
          !isFollowed(policy, policies) &&
          !going.some((order) => order.kind === 'prolong' && sharesCar(policy, order)),
      )
      .map((policy) => ({ by: policy.end_date, need: { what: 'renewal' as const, policy } })),
  ]
  // The sort is stable: items due on one day retain the order above.
  return needs.toSorted((one, other) => one.by.localeCompare(other.by)).map(({ need }) => need)
}
