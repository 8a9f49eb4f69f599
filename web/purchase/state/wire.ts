import type { Day } from '#domain/calendar.ts'
import { isBin, isIin } from '#domain/iin.ts'
import { variants } from '#domain/ogpo/limits.ts'
import { checkShape } from '#domain/ogpo/shape.ts'
import { parsePhone } from '#domain/phone.ts'
import { isPlate, isTechPassport } from '#domain/plate.ts'
import type { DriverFound, Form, Lookup, State, StepId } from './state.ts'

/**
 * Between the form and the wire: the body of calculate, what is wrong before it is sent, what an
 * answer says about which row.
 */

type Parts = Pick<
  Form,
  | 'owner'
  | 'willDrive'
  | 'licenceNumber'
  | 'experience'
  | 'privilege'
  | 'drivers'
  | 'cars'
  | 'start'
  | 'months'
  | 'seasonal'
  | 'variant'
  | 'insurer'
  | 'ogpoPlus'
  | 'prolong'
  | 'reissue'
>

/**
 * The body of ogpoCalculate without `operation`. The buyer's own row is written only when there is
 * a licence to say; it stands last, so rows keep their index.
 */
export function saleOf(form: Parts, phone: string) {
  const own =
    form.willDrive && form.licenceNumber !== ''
      ? [
          {
            iin: form.owner,
            licenceNumber: form.licenceNumber,
            privilege: form.privilege,
            experience: form.experience,
          },
        ]
      : []
  return {
    drivers: [...form.drivers, ...own].map(({ iin, licenceNumber, privilege, experience }) => ({
      iin,
      ...(licenceNumber ? { driverLicenseNumber: licenceNumber } : {}),
      privilege: privilege === 'confirmed',
      ...(experience === null ? {} : { experienceOver2Years: experience }),
    })),
    vehicles: form.cars.map(({ plate, techPassport, owner }) => ({
      registrationNumber: plate,
      techPassport,
      ...(isOwner(owner) ? { ownerIin: owner } : {}),
    })),
    insurant: {
      iin: form.owner,
      phone,
      willDrive: form.willDrive,
      privilege: form.privilege === 'confirmed',
      ...(form.willDrive && form.experience !== null
        ? { experienceOver2Years: form.experience }
        : {}),
    },
    order: {
      dateStart: form.start,
      period: form.months,
      variant: form.variant,
      ogpoPlus: form.ogpoPlus,
      ...(form.insurer ? { insurer: form.insurer } : {}),
      ...(form.seasonal ? { seasonal: true } : {}),
      ...(form.prolong ? { prolongGlobalId: form.prolong } : {}),
      ...(form.reissue ? { reorderGlobalId: form.reissue } : {}),
    },
  }
}

/** Whole numbers of a person or an organisation only. */
export const isOwner = (owner: string): boolean => isIin(owner) || isBin(owner)

/** What a price depends on: equal keys are the same calculation. */
export const inputsKey = (form: Parts, phone: string): string => JSON.stringify(saleOf(form, phone))

/**
 * Unchanged inputs keep their application id, so a repeated press or a reload is the same quote;
 * changed ones get a new id.
 */
export function applicationFor(
  form: Parts & Pick<Form, 'application'>,
  phone: string,
  newId: () => string,
): { id: string; key: string } {
  const key = inputsKey(form, phone)
  return form.application?.key === key ? form.application : { id: newId(), key }
}

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
  const shape = checkShape(saleOf(form, phone), today, variants[form.variant]).map(
    ({ path, message }) => {
      const field = fieldOf(path, form)
      return { field, key: blank(field, form) ? 'required' : message, step: stepOf(field) }
    },
  )
  const asked = form.willDrive && experienceAsked(form.own) && form.experience === null
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
  const accepts = (['terms', 'personalData', 'commission'] as const).filter(
    (text) => !form.accepted[text],
  )
  return [
    ...(form.email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(form.email)
      ? [{ field: 'email', key: 'email', step: 'pay' as const }]
      : []),
    ...(!free && form.pay === 'mobile_bank' && parsePhone(form.payPhone) === null
      ? [{ field: 'payPhone', key: 'phone', step: 'pay' as const }]
      : []),
    ...accepts.map((text) => ({
      field: `accept-${text}`,
      key: 'accept_terms',
      step: 'pay' as const,
    })),
  ]
}

function driverProblems(row: Form['drivers'][number], form: Form): Problem[] {
  const problem = (part: string, key: string): Problem => ({
    field: `driver-${row.id}-${part}`,
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
    experienceAsked(row.lookup) && row.experience === null
      ? [problem('experience', 'experience')]
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

const rowParts: Record<string, string> = {
  iin: 'iin',
  phone: 'phone',
  driverLicenseNumber: 'licence',
  experienceOver2Years: 'experience',
  ownerIin: 'owner',
  registrationNumber: 'plate',
  techPassport: 'techPassport',
}
const wholeFields: Record<string, string> = {
  drivers: 'variant',
  'order.dateStart': 'start',
  'order.period': 'months',
  'order.seasonal': 'months',
  'order.insurer': 'insurer',
  'order.ogpoPlus': 'ogpoPlus',
  'order.variant': 'variant',
  'insurant.willDrive': 'willDrive',
  'insurant.experienceOver2Years': 'experience',
  email: 'email',
  'pay.phone': 'payPhone',
}

/** The field a path of the request stands for; `policyholder` when it is about the buyer. */
export function fieldOf(path: string, form: Pick<Form, 'drivers' | 'cars' | 'willDrive'>): string {
  const [list, index, part = ''] = path.split('.')
  if (list === 'drivers' && index !== undefined) {
    const row = form.drivers[Number(index)]
    return row
      ? `driver-${row.id}-${rowParts[part] ?? 'iin'}`
      : part === 'driverLicenseNumber'
        ? 'licence'
        : 'policyholder'
  }
  if (list === 'vehicles') {
    const row = form.cars[Number(index ?? 0)]
    return row && index !== undefined
      ? `car-${row.id}-${rowParts[part] ?? 'plate'}`
      : form.cars.length
        ? 'variant'
        : 'add-car'
  }
  if (path === 'drivers' && form.drivers.length === 0 && !form.willDrive) return 'willDrive'
  return wholeFields[path] ?? 'policyholder'
}

/** Where a field stands. */
export function stepOf(field: string): StepId {
  if (field.startsWith('driver-') || field === 'variant') return 'drivers'
  if (field.startsWith('car-') || field === 'add-car') return 'cars'
  if (field === 'start' || field === 'months') return 'term'
  if (['insurer', 'ogpoPlus', 'ogpoPlusAccepted'].includes(field)) return 'company'
  if (['email', 'payPhone', 'pay'].includes(field) || field.startsWith('accept-')) return 'pay'
  return 'policyholder'
}

function blank(field: string, form: Form): boolean {
  const [, id, part] = /^(?:driver|car)-(.+)-(\w+)$/.exec(field) ?? []
  const row = form.drivers.find((one) => one.id === id) ?? form.cars.find((one) => one.id === id)
  const value = row && part !== undefined ? (row as Record<string, unknown>)[part] : undefined // the ids were made from the row's own fields
  return value === ''
}
