import { settled } from '../../../sale/look-up.ts'
import { type Consent, settledConsent } from '../../../sale/model/consent.ts'
import type { Calculation, SetAnswer } from './answers.ts'
import { askedAnew } from './ask-again.ts'
import { cleared, emptyCar, emptyDriver, emptyPolicyholder, nowhere } from './initial.ts'
import { carSaid, driverSaid, policyholderSaid, silent, silentOf } from './said.ts'
import type { Form, Person, State } from './state.ts'
import { inputsKey } from './wire.ts'

/** A document typed by hand: what was wrong with that person is forgotten and asked anew. */
export function mended(state: State, iin: string): State {
  const isPolicyholder = state.policyholder.iin === iin
  return {
    ...state,
    ...(isPolicyholder
      ? {
          policyholderPersonCertificateError: '',
          policyholder: askedAnew(state.policyholder),
        }
      : {}),
    drivers: Object.fromEntries(
      Object.entries(state.drivers).map(([id, driver]) => [
        id,
        driver.iin === iin ? askedAnew(driver) : driver,
      ]),
    ),
    noRequiredFieldsError: '',
  }
}

export function quoted(state: State, key: string, calculation: Calculation): State {
  const now = key === inputsKey(state) ? unmarked(state) : state
  const done = { ...now, ...cleared.noErrors, location: nowhere, busy: null }
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
    drivers: Object.fromEntries(
      Object.entries(drivers).map(([id, driver]) => [
        id,
        about(driver.iin) ? clear(driver, driverSaid(driver).error) : driver,
      ]),
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

/** What was running when the draft was kept runs anew. */
export const awake = (form: Form): Form => ({
  ...form,
  // A field that came after the form was kept stands there empty.
  policyholder: kept({ ...emptyPolicyholder, ...form.policyholder }),
  drivers: Object.fromEntries(
    Object.entries(form.drivers).map(([id, driver]) => [id, kept({ ...emptyDriver, ...driver })]),
  ),
  cars: form.cars.map((one) => {
    const car = { ...emptyCar(one.id), ...one }
    return { ...car, lookup: settled(car.lookup) }
  }),
})

const kept = <Row extends Person & { consent: Consent }>(row: Row): Row => ({
  ...row,
  lookup: settled(row.lookup),
  consent: settledConsent(row.consent),
})
