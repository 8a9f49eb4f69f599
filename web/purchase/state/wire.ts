import type { Day } from '#domain/calendar.ts'
import { isIin } from '#domain/iin.ts'
import { variants } from '#domain/ogpo/limits.ts'
import { parsePhone } from '#domain/phone.ts'
import { isPlate, isTechPassport } from '#domain/plate.ts'
import { isOwner } from '../model/fields.ts'
import type { Lookup } from '../model/look-up.ts'
import { acceptedTexts, acceptId } from '../model/order.ts'
import { placeOfPath, rowFieldId } from '../model/place.ts'
import { type Application, applicationOf, bodyOf, keyOf, problemsIn } from '../model/wire.ts'
import { fieldAt, type Parts, saleIn } from './sale.ts'
import type { DriverFound, DriverRow, Form, State, StepId } from './state.ts'

/**
 * Between the form and the wire: the body of calculate, what is wrong before it is sent, what an
 * answer says about which row.
 */

/** The body of ogpoCalculate without `operation`. */
export const saleOf = (form: Parts, phone: string) => bodyOf(saleIn(form, phone))

/** What a price depends on: equal keys are the same calculation. */
export const inputsKey = (form: Parts, phone: string): string => keyOf(saleIn(form, phone))

/** The running calculation of these inputs, or a new one. */
export const applicationFor = (
  form: Parts & Pick<Form, 'application'>,
  phone: string,
  newId: () => string,
): Application => applicationOf(inputsKey(form, phone), form.application, newId)

/** A problem by field id and key of texts (texts/fields.ts, or this page's own). */
export type Problem = { field: string; key: string; step: StepId }

/**
 * Everything wrong before calculate; the law's and the specification's checks are the server's own
 * rule.
 */
export function problemsOf(
  form: Form & Partial<Pick<State, 'own'>>,
  phone: string,
  today: Day,
): Problem[] {
  const shape = problemsIn(saleIn(form, phone), today, variants[form.variant]).map(
    ({ place, key }) => {
      const field = fieldAt(place, form)
      return { field, key, step: stepOf(field) }
    },
  )
  const asked = form.willDrive && experienceAsked(form.own) && form.experienced === null
  return [
    ...shape,
    ...(asked ? [{ field: 'experience', key: 'experience', step: 'policyholder' as const }] : []),
    ...form.drivers.flatMap((row) => driverProblems(row, form)),
    ...form.cars.flatMap(carProblems),
    ...companyProblems(form),
  ]
}

/** What still has to be said before paying; where nothing is to be paid, no phone for the bill. */
export function payProblems(form: Form, free = false): Problem[] {
  const accepts = acceptedTexts.filter((text) => !form.accepted[text])
  return [
    ...(form.email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(form.email)
      ? [{ field: 'email', key: 'email', step: 'pay' as const }]
      : []),
    ...(!free && form.pay === 'mobile_bank' && parsePhone(form.payPhone) === null
      ? [{ field: 'payPhone', key: 'phone', step: 'pay' as const }]
      : []),
    ...accepts.map((text) => ({
      field: acceptId(text),
      key: 'accept_terms',
      step: 'pay' as const,
    })),
  ]
}

function driverProblems(row: DriverRow, form: Form): Problem[] {
  const problem = (of: keyof DriverRow, key: string): Problem => ({
    field: rowFieldId('driver', row.id, of),
    key,
    step: 'drivers',
  })
  if (!isIin(row.iin) || row.iin === form.owner) return []
  // The phone is where the consent is asked: who has agreed already needs none.
  const asked = row.consent.kind !== 'approved'
  const phone =
    asked && parsePhone(row.phone) === null
      ? [problem('phone', row.phone ? 'phone' : 'required')]
      : []
  const found = row.lookup.kind === 'failed' ? [problem('iin', 'driver_not_found')] : []
  const experience =
    experienceAsked(row.lookup) && row.experienced === null
      ? [problem('experienced', 'experience')]
      : []
  return [
    ...found,
    ...experience,
    ...phone,
    ...(phone.length === 0 && asked ? [problem('consent', 'consent_needed')] : []),
  ]
}

/** The licence does not tell whether there are two years, so the driver does. */
export const experienceAsked = (lookup: Lookup<DriverFound> | undefined): boolean =>
  lookup?.kind === 'found' && lookup.found.experienceAsked

function carProblems(row: Form['cars'][number]): Problem[] {
  if (!isPlate(row.plate) || !isTechPassport(row.techPassport) || row.lookup.kind !== 'failed')
    return []
  const problem = (part: string, key: string): Problem[] => [
    { field: `car-${row.id}-${part}`, key, step: 'cars' },
  ]
  const { code, reason } = row.lookup
  if (code !== 14008 || row.owner.length !== 12) return problem('plate', 'car_not_found')
  if (!isOwner(row.owner)) return problem('owner', 'owner')
  return reason === 'owner_consent'
    ? problem('owner', 'owner_consent')
    : problem('plate', 'car_not_found')
}

function companyProblems(form: Form): Problem[] {
  return [
    ...(form.insurer === ''
      ? [{ field: 'insurer', key: 'insurer', step: 'company' as const }]
      : []),
    ...(form.ogpoPlus && !form.ogpoPlusAccepted
      ? [{ field: 'ogpoPlusAccepted', key: 'accept_terms', step: 'company' as const }]
      : []),
  ]
}

/** The field a path of the request stands for; `policyholder` when it is about the buyer. */
export const fieldOf = (path: string, form: Parts): string =>
  fieldAt(placeOfPath(path, saleIn(form, '')), form)

/** Where a field stands. */
export function stepOf(field: string): StepId {
  if (field.startsWith('driver-') || field === 'variant') return 'drivers'
  if (field.startsWith('car-') || field === 'add-car') return 'cars'
  if (field === 'start' || field === 'months') return 'term'
  if (['insurer', 'ogpoPlus', 'ogpoPlusAccepted'].includes(field)) return 'company'
  if (['email', 'payPhone', 'pay'].includes(field) || field.startsWith('accept-')) return 'pay'
  return 'policyholder'
}
