import { addMs, billMs } from '#domain/lifetimes.ts'
import { wayNamed, waysOf } from '#domain/payment-ways.ts'
import type { Attempt } from './attempts.ts'

/** The reason an attempt ends with if no system can confirm whether its bill was made. */
export const billUnclear = 'bill_unclear'

type Bill = Pick<Attempt, 'system' | 'state' | 'asked_at' | 'outside_id'>

/** True if a bill was requested, its number never arrived, and no request is running. */
export const isUnclear = ({ system, state, asked_at, outside_id }: Bill): boolean =>
  !waysOf[wayNamed(system)].repeatable &&
  asked_at !== null &&
  outside_id === null &&
  (state === 'error' || state === 'expired')

/** Such a bill may still be on the client's phone. */
export const mayBeOnThePhone = (attempt: Bill, now: Date): boolean =>
  isUnclear(attempt) && attempt.asked_at !== null && now < addMs(attempt.asked_at, billMs)
