import type { Day } from '#domain/calendar.ts'
import { promoterLimits } from '#domain/ogpo/limits.ts'
import { checkShape } from '#domain/ogpo/shape.ts'
import { parsePhone } from '#domain/phone.ts'
import { fieldOf } from './failure.ts'
import { isOwner } from './owner.ts'
import type { Driver, Form, State } from './state.ts'

/**
 * The body of promoterCalculate without `operation` (specification, section 7). Rows keep their
 * order; the policyholder's own row is written only when there is a licence to say, and stands
 * last.
 */
export function saleOf(form: Form) {
  const { policyholder } = form
  const rows = Object.values(form.drivers)
  const drives = form.policyholderWillDrive || rows.some((row) => row.isPolicyholder)
  const own =
    drives && policyholder.licenceNumber && !rows.some(({ iin }) => iin === policyholder.iin)
      ? [
          {
            ...policyholder,
            licenceNumber: policyholder.licenceNumber,
            privilege: policyholder.privilege,
          },
        ]
      : []
  return {
    drivers: [...rows, ...own].map((row) => ({
      iin: row.iin,
      ...(row.licenceNumber ? { driverLicenseNumber: row.licenceNumber } : {}),
      privilege: row.privilege,
      ...experienceOf(row),
    })),
    vehicles: form.cars.map(({ number, techPassport, owner }) => ({
      registrationNumber: number.value,
      techPassport: techPassport.value,
      ...(isOwner(owner) ? { ownerIin: owner } : {}),
    })),
    insurant: {
      iin: policyholder.iin,
      phone: policyholder.phone,
      willDrive: drives,
      privilege: policyholder.privilege,
      ...(drives ? experienceOf(policyholder) : {}),
    },
    order: {
      dateStart: form.policyStartDate,
      period: form.policyPeriod,
      ...(form.insurer ? { insurer: form.insurer } : {}),
      ...(form.ogpoPlus ? { ogpoPlus: true } : {}),
      ...(form.seasonalAgreement ? { seasonal: true } : {}),
      ...(form.prolong && form.globalId ? { prolongGlobalId: form.globalId } : {}),
      ...(form.reissue && form.globalId ? { reorderGlobalId: form.globalId } : {}),
    },
  }
}

/**
 * The driver's word: asked for and not ticked means under two years; unasked and untouched says
 * nothing.
 */
const experienceOf = ({
  experienceAsked,
  experienced,
}: Pick<Driver, 'experienceAsked' | 'experienced'>) => {
  const said = experienced ?? (experienceAsked ? false : null)
  return said === null ? {} : { experienceOver2Years: said }
}

/** What a price depends on: equal keys are the same calculation. */
export const inputsKey = (form: Form): string => JSON.stringify(saleOf(form))

/**
 * Unchanged inputs keep their application id, so a repeated press, a reload or a lost answer is the
 * same quote.
 */
export function applicationFor(form: Form, newId: () => string): { id: string; key: string } {
  const key = inputsKey(form)
  return form.application?.key === key ? form.application : { id: newId(), key }
}

/**
 * Everything that is wrong before anything is sent, from the top of the sheet down: field id → key
 * of texts/fields.ts. The rule is the server's own.
 */
export function problemsOf(form: Form, today: Day): Record<string, string> {
  const shape = checkShape(saleOf(form), today, promoterLimits).map(
    ({ path, message }): [string, string] => {
      const field = fieldOf(path, form)
      return [field, isBlank(field, form) ? 'required' : message]
    },
  )
  const pay =
    form.paymentPhone !== '' && parsePhone(form.paymentPhone) === null
      ? [['payment-phone', 'phone'] as const]
      : []
  const wrong: Record<string, string> = {}
  // The first finding of a field is the one that is said.
  for (const [field, key] of [...shape, ...pay]) wrong[field] ??= key
  return wrong
}

function isBlank(field: string, form: Form): boolean {
  const [, kind, id, part] = /^(driver|car)-(.+)-(\w+)$/.exec(field) ?? []
  if (kind === 'driver') return form.drivers[id ?? '']?.iin === ''
  const car = form.cars.find((one) => one.id === id)
  if (car) return (part === 'passport' ? car.techPassport : car.number).value === ''
  if (field === 'policyholder-iin') return form.policyholder.iin === ''
  return field === 'policyholder-phone' && form.policyholder.phone === ''
}

/** What is to be paid now, whole tenge: of a reissue only the surcharge. */
export const payable = (
  state: Pick<State, 'reissue' | 'surchargePremium' | 'totalPrice'>,
): number | null => (state.reissue ? state.surchargePremium : state.totalPrice)

/** The phone the bill goes to: the payer's, else the policyholder's. */
export const billPhone = (form: Pick<Form, 'paymentPhone' | 'policyholder'>): string =>
  form.paymentPhone || form.policyholder.phone
