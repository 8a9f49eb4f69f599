import type { Calculation, SetAnswer } from './answers.ts'
import { fresh, still } from './changes.ts'
import { cleared, emptyInsurer, noFlags, nowhere } from './initial.ts'
import type { Form, State } from './state.ts'
import { inputsKey } from './wire.ts'

/** A document typed by hand: what was wrong with that person is forgotten and asked anew. */
export function mended(state: State, iin: string): State {
  const insurer = state.insurerData.iin === iin
  return {
    ...state,
    ...(insurer
      ? {
          insurerPersonCertificateError: '',
          insurerData: { ...state.insurerData, asked: '', flags: emptyInsurer.flags },
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
 * A price is out: what was said before against a person or a car no longer stands. Rows nothing was
 * said about stay the very same objects.
 */
function unmarked(state: State): State {
  const { insurerData: insurer, drivers, cars } = state
  const { spinner, error, phoneError } = insurer.flags
  return {
    ...state,
    insurerData:
      error || phoneError ? { ...insurer, flags: { ...emptyInsurer.flags, spinner } } : insurer,
    drivers: Object.fromEntries(
      Object.entries(drivers).map(([id, driver]) => [
        id,
        driver.error
          ? { ...driver, ...noFlags, error: '', errorCode: null, byDocument: false }
          : driver,
      ]),
    ),
    cars: cars.map((car) => (car.error ? { ...car, error: '' } : car)),
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
  insurerData: { ...form.insurerData, flags: { ...form.insurerData.flags, spinner: false } },
  drivers: Object.fromEntries(
    Object.entries(form.drivers).map(([id, driver]) => [
      id,
      {
        ...driver,
        spinner: false,
        consent: driver.consent.kind === 'asking' ? ({ kind: 'none' } as const) : driver.consent,
      },
    ]),
  ),
  cars: form.cars.map(still),
})
