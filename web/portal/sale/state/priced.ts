import type { Person } from '../../../sale/model/sale.ts'
import type { Calculation, SetAnswer } from './answers.ts'
import { cleared, nowhere } from './initial.ts'
import { carSaid, driverSaid, policyholderSaid, silent, silentOf } from './said.ts'
import type { State } from './state.ts'
import { inputsKey } from './wire.ts'

export function quoted(state: State, key: string, calculation: Calculation): State {
  const now = key === inputsKey(state) ? unmarked(state) : state
  const done = { ...now, ...cleared.noErrors, errors: [], location: nowhere, busy: null }
  return {
    ...done,
    quote: { key, calculation },
    calculationId: calculation.calculationId,
    draftId: calculation.draft_id,
    totalPrice: calculation.premium,
    brokerPrice: calculation.broker_premium,
    policyPrice: calculation.insurance_premium,
    refundPremium: calculation.refund_sum,
    surchargePremium: calculation.surcharge_sum,
    remainingPolicyPremium: calculation.remaining_amount,
    orderId: null,
    orderKey: null,
    sold: null,
    activateStatus: 'none',
  }
}

/**
 * What was said against a person or a car no longer stands: of everybody once a price is out, by the
 * registers too; of those the last refusal `named` when it is asked for again, so that none keeps it
 * behind another refusal. Rows nothing was said about stay the very same objects.
 */
export function unmarked(state: State, named?: readonly string[]): State {
  if (named?.length === 0) return state
  const { policyholder, drivers, cars } = state
  const about = (name: string): boolean => named?.includes(name) ?? true
  const clear = <Row extends Person>(row: Row, error: string): Row =>
    error ? { ...row, refused: null, lookup: named ? row.lookup : silentOf(row.lookup) } : row
  const { error, phoneError } = policyholderSaid(policyholder)
  return {
    ...state,
    policyholder:
      about(policyholder.iin) && (error || phoneError)
        ? { ...clear(policyholder, error || phoneError), phoneRefused: '' }
        : policyholder,
    drivers: drivers.map((driver) =>
      about(driver.iin) ? clear(driver, driverSaid(driver).error) : driver,
    ),
    cars: cars.map((car) =>
      about(car.plate) && carSaid(car).error
        ? { ...car, refused: '', lookup: named ? car.lookup : silent(car.lookup) }
        : car,
    ),
  }
}

export function activated(
  state: State,
  answer: Pick<SetAnswer, 'status' | 'attempts' | 'nextAttemptAt' | 'error' | 'sale'>,
): State {
  const queue = answer.nextAttemptAt ? [answer.nextAttemptAt] : []
  return {
    ...state,
    sold: answer.sale,
    activateCount: answer.attempts,
    activateStatus: answer.status,
    activateErrorQueue: queue,
    activateErrorDescription: answer.error?.message ?? '',
  }
}
