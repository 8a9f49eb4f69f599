import { normalisePlate } from '#domain/plate.ts'
import * as refusals from '#domain/refusals.ts'
import type { ApiError } from '../../http/http.ts'
import type { Failed } from './look-up.ts'
import { blamedKey, type Place } from './place.ts'
import type { Sale } from './sale.ts'

/** How far the nearest service centre is and how far it must be, whole metres. */
export type Near = { distance: number; radius: number }

/** One reason of a refusal: about a person, a car, or the whole. */
export type Refusal = {
  code: number
  message: string
  reason: string | null
  iin: string | null
  plate: string | null
  near?: Near | undefined
}
type Refused = Extract<ApiError, { kind: 'refused' }>

/**
 * The reasons a refusal names, the first one the refusal's own: in the words of its finding, with
 * what only the refusal itself carries.
 */
export function reasonsOf(apiError: Refused): Refusal[] {
  const listed = Array.isArray(apiError.data.findings) ? apiError.data.findings : []
  const { code, message, data } = apiError
  const own = reasonOf({ ...data, code, message }, apiError)
  const findings = listed.map((finding: unknown) => reasonOf(finding, apiError))
  const listedOwn = findings.find((one) => isSame(one, own))
  const first = { ...own, ...listedOwn, reason: listedOwn?.reason ?? own.reason }
  return [first, ...findings.filter((one) => one !== listedOwn)]
}

const isSame = (one: Refusal, other: Refusal): boolean =>
  one.code === other.code && one.iin === other.iin && one.plate === other.plate

function reasonOf(finding: unknown, apiError: { code: number; message: string }): Refusal {
  const given: Record<string, unknown> =
    typeof finding === 'object' && finding !== null ? { ...finding } : {}
  const text = (name: string): string | null =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : null
  return {
    code: typeof given.code === 'number' ? given.code : apiError.code,
    message: text('message') ?? apiError.message,
    reason: text('reason'),
    iin: text('driver_iin') ?? text('iin'),
    plate: text('registration_number') ?? text('plate'),
    ...(typeof given.distance === 'number' && typeof given.radius === 'number'
      ? { near: { distance: given.distance, radius: given.radius } }
      : {}),
  }
}

/** The place of a row that a refusal blames. */
type Blamed = Extract<Place, { in: 'policyholder' | 'driver' | 'car' }>

/**
 * Returns the field a refusal blames; null if it names nobody and nothing of the purchase. A driver
 * too young for a car is the driver's row, not the car's.
 */
export function blamedPlace(
  { code, iin, plate }: Pick<Refusal, 'code' | 'iin' | 'plate'>,
  { policyholder, drivers, cars }: Omit<Sale, 'term'>,
): Blamed | null {
  if (iin === null) {
    const car = plate && cars.find((one) => normalisePlate(one.plate) === plate)
    return car ? { in: 'car', id: car.id, key: 'plate' } : null
  }
  const key = blamedKey(code)
  // The consent of the policyholder is no field of theirs.
  if (iin === policyholder.iin) return { in: 'policyholder', key: key === 'consent' ? 'iin' : key }
  const driver = drivers.find((one) => one.iin === iin)
  return driver ? { in: 'driver', id: driver.id, key } : null
}

/** Returns the refusals of rows, from the top down. */
export const refusedIn = ({ policyholder, drivers, cars }: Omit<Sale, 'term'>): Failed[] =>
  [
    policyholder.refused,
    policyholder.phoneRefused,
    ...drivers.map(({ refused }) => refused),
    ...cars.map(({ refused }) => refused),
  ].filter((one) => one !== null)

type Said = Pick<Failed, 'code' | 'reason'>

/**
 * «Document data retrieval failed: enter ID data manually» (specification, section 8). A typed
 * document counts only if the register is silent.
 */
export const mayTypeDocument = ({ code, reason }: Said): boolean =>
  code === refusals.apiUnavailable && reason === 'document'

/**
 * Checks whether a retry can help: a register was silent, the database did not take the person, or
 * no answer came (no code). A register's verdict on the person or the car stays.
 */
export const mayAskAgain = (code: number | null): boolean =>
  code === null ||
  code === 0 ||
  code === refusals.apiUnavailable ||
  code === refusals.setClientFailed

/** The car is not found without its owner's number. */
export const wantsOwner = ({ code, reason }: Said): boolean =>
  code === refusals.vehicleNotFound && reason === 'owner'

/** A person has not consented by 1414. */
export const consentMissing = refusals.consentMissing
/** The price does not hold any more: it is calculated again before anything is ordered. */
export const isPriceGone = (code: number | null): boolean =>
  code === refusals.quoteExpired || code === refusals.brokerPremiumMismatch
/** Another's sale, which needs its client's code. */
export const clientCodeAsked = refusals.wrongCode
/** The position is too near a service centre, or of no use. */
export const isPosition = (code: number | null): boolean =>
  code === refusals.nearControlPoint || code === refusals.positionUnusable
/** The bill cannot go to this phone, or one may be there already. */
export const isBillPhone = (code: number): boolean =>
  code === refusals.invoicePhoneNotFound || code === refusals.invoiceRefused
