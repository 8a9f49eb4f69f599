import { settledConsent } from '../../../purchase/model/consent.ts'
import type { Calculation, SetAnswer } from './answers.ts'
import { fresh, still } from './changes.ts'
import { cleared, emptyDriver, emptyPolicyholder, noFlags, nowhere } from './initial.ts'
import type { Form, State } from './state.ts'
import { inputsKey } from './wire.ts'

/** A document typed by hand: what was wrong with that person is forgotten and asked anew. */
export function mended(state: State, iin: string): State {
  const isPolicyholder = state.policyholder.iin === iin
  return {
    ...state,
    ...(isPolicyholder
      ? {
          policyholderPersonCertificateError: '',
          policyholder: { ...state.policyholder, asked: '', flags: emptyPolicyholder.flags },
        }
      : {}),
    drivers: Object.fromEntries(
      Object.entries(state.drivers).map(([id, driver]) => [
        id,
        driver.iin === iin ? fresh(driver) : driver,
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
 * What was said against a person or a car no longer stands: of everybody once a price is out, of
 * those the last refusal `named` when it is asked for again, so that none keeps it behind another
 * refusal. Rows nothing was said about stay the very same objects.
 */
export function unmarked(state: State, named?: readonly string[]): State {
  if (named?.length === 0) return state
  const { policyholder, drivers, cars } = state
  const about = (name: string): boolean => named?.includes(name) ?? true
  const { spinner, error, phoneError } = policyholder.flags
  return {
    ...state,
    policyholder:
      about(policyholder.iin) && (error || phoneError)
        ? { ...policyholder, flags: { ...emptyPolicyholder.flags, spinner } }
        : policyholder,
    drivers: Object.fromEntries(
      Object.entries(drivers).map(([id, driver]) => [
        id,
        driver.error && about(driver.iin)
          ? { ...driver, ...noFlags, error: '', errorCode: null, byDocument: false }
          : driver,
      ]),
    ),
    cars: cars.map((car) => (car.error && about(car.number.value) ? { ...car, error: '' } : car)),
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
  policyholder: {
    ...emptyPolicyholder,
    ...form.policyholder,
    flags: { ...form.policyholder.flags, spinner: false },
  },
  drivers: Object.fromEntries(
    Object.entries(form.drivers).map(([id, driver]) => [
      id,
      {
        ...emptyDriver,
        ...driver,
        spinner: false,
        consent: settledConsent(driver.consent),
      },
    ]),
  ),
  cars: form.cars.map(still),
})
