import * as refusals from '#domain/refusals.ts'
import type { ApiError } from '../../../http/http.ts'
import { placeOfPath } from '../../../purchase/model/place.ts'
import {
  consentMissing,
  type Failed,
  mayTypeDocument,
  quoteExpired,
  type Refusal,
  refusalOf,
} from '../../../purchase/model/refusal.ts'
import type { PersonFound } from './answers.ts'
import { fieldAt, saleIn } from './sale-in.ts'
import type { Driver, PersonFlags, Policyholder, State } from './state.ts'

/**
 * What a code of the catalogue says about a person (specification, section 8, "Promoter server
 * codes").
 */
const flagOf: Record<number, keyof PersonFlags> = {
  [refusals.noValidDocuments]: 'noPersonCertificate',
  [refusals.documentsNotSuitable]: 'noPersonCertificate',
  [refusals.apiUnavailable]: 'noEsbd',
  [refusals.setClientFailed]: 'noEsbd',
  [refusals.notResident]: 'notResident',
  [refusals.licenceNotFound]: 'noLicense',
  [refusals.licenceExpired]: 'noLicense',
  [refusals.notInDatabase]: 'notFound',
}

/** The reasons a refusal names, the first one the refusal's own. */
export function reasonsOf(apiError: Extract<ApiError, { kind: 'refused' }>): Refusal[] {
  const { own, findings } = refusalOf(apiError)
  return [own, ...findings.filter((one) => !same(one, own))]
}

const same = (one: Refusal, other: Refusal): boolean =>
  one.code === other.code && one.iin === other.iin && one.plate === other.plate

/** What the registers say of a person for a row: the flags, and the first finding in words. */
export function verdictOf(found: PersonFound): PersonFlags & {
  error: string
  errorCode: number | null
  byDocument: boolean
  phoneError: string
} {
  const phone = found.findings.find(({ code }) => code === refusals.phoneNotLinked)
  const first = found.findings.find(({ code }) => code !== refusals.phoneNotLinked)
  return {
    notFound: found.notFound,
    notResident: found.notResident,
    noEsbd: found.noEsbd || found.down,
    noLicense: found.noLicense,
    noPersonCertificate: found.noPersonCertificate,
    error: first?.message ?? '',
    errorCode: first?.code ?? null,
    byDocument:
      first !== undefined && mayTypeDocument({ code: first.code, reason: first.reason ?? null }),
    phoneError: phone?.message ?? '',
  }
}

export const flagged = (driver: Driver, refused: Failed): Driver => {
  const flag = flagOf[refused.code ?? 0]
  return {
    ...driver,
    ...(flag ? { [flag]: true } : {}),
    terrorist: driver.terrorist || refused.code === refusals.terroristMatch,
    error: refused.message,
    errorCode: refused.code,
    byDocument: mayTypeDocument(refused),
  }
}

export const flaggedPolicyholder = (policyholder: Policyholder, refused: Failed): Policyholder => {
  const flag = flagOf[refused.code ?? 0]
  const flags = { ...policyholder.flags, ...(flag ? { [flag]: true } : {}) }
  if (refused.code === refusals.phoneNotLinked)
    return { ...policyholder, flags: { ...flags, phoneError: refused.message } }
  return {
    ...policyholder,
    terrorist: policyholder.terrorist || refused.code === refusals.terroristMatch,
    flags: {
      ...flags,
      error: refused.message,
      errorCode: refused.code,
      byDocument: mayTypeDocument(refused),
    },
  }
}

type Said = { nobody: string; offline: string }

/**
 * What an answer other than a price does (specification, section 8, "Behaviour on calculate
 * failure"): `nearControlPoint` to the location, 5 to scoring, `underAge` and
 * `documentsNotSuitable` to the person, any other code to noRequiredFieldsError, and beside it to
 * the person or the car it names. HTTP 500 is a server error; an answer that cannot be read is any
 * other exception: noRequiredFieldsError.
 */
export function failed(state: State, apiError: ApiError, said: Said): State {
  const still = { ...state, busy: null }
  if (apiError.kind === 'refused')
    return reasonsOf(apiError).reduce((now: State, refused) => refusedBy(now, refused, said), still)
  if (apiError.kind === 'server' && !apiError.unreadable) return { ...still, serverError: true }
  if (apiError.kind === 'invalid')
    return {
      ...still,
      wrong: wrongOf(apiError, state),
      noRequiredFieldsError: apiError.message || said.nobody,
    }
  return {
    ...still,
    noRequiredFieldsError:
      apiError.message || (apiError.kind === 'offline' ? said.offline : said.nobody),
  }
}

function refusedBy(state: State, refused: Refusal, said: Said): State {
  const { code, message, iin } = refused
  if (code === refusals.nearControlPoint)
    return { ...state, location: { code: 'NEAR_CON', message, blocked: true, near: refused.near } }
  if (code === refusals.positionUnusable)
    return { ...state, location: { code: 'default', message, blocked: true } }
  if (code === refusals.scoring) return { ...state, scoringError: message }
  const about = iin === null || iin === state.policyholder.iin
  if (code === refusals.underAge) {
    if (about) return { ...state, policyholderAgeError: message }
    return marked(
      { ...state, driversAgeErrors: [...new Set([...state.driversAgeErrors, iin])] },
      refused,
    )
  }
  if (code === refusals.documentsNotSuitable) {
    if (!about && personIn(state, iin)) return marked(state, refused)
    return marked(
      { ...state, policyholderPersonCertificateError: message },
      { ...refused, iin: state.policyholder.iin },
    )
  }
  // Whom 1414 has not asked yet is asked now, whoever demanded it.
  // The price does not hold any more: the button calculates again.
  if (code === quoteExpired)
    return marked(
      {
        ...state,
        quote: state.quote && { ...state.quote, key: '' },
        noRequiredFieldsError: message,
      },
      refused,
    )
  if (code === consentMissing)
    return marked({ ...state, consentRequired: true, noRequiredFieldsError: message }, refused)
  return marked(
    { ...state, noRequiredFieldsError: state.noRequiredFieldsError || message || said.nobody },
    refused,
  )
}

const personIn = (state: State, iin: string | null): boolean =>
  Object.values(state.drivers).some((driver) => driver.iin === iin)

/**
 * The flag and the words on the row of whom or what a refusal names; every other row stays the very
 * same object.
 */
export function marked(state: State, refused: Refusal): State {
  const { iin, plate } = refused
  const named = iin !== null && iin !== ''
  return {
    ...state,
    policyholder:
      named && iin === state.policyholder.iin
        ? flaggedPolicyholder(state.policyholder, refused)
        : state.policyholder,
    drivers:
      named && personIn(state, iin)
        ? Object.fromEntries(
            Object.entries(state.drivers).map(([id, row]) => [
              id,
              row.iin === iin ? flagged(row, refused) : row,
            ]),
          )
        : state.drivers,
    // A driver too young for this very car is the driver's row, not the car's.
    cars:
      plate === null || named
        ? state.cars
        : state.cars.map((car) =>
            car.number.value === plate ? { ...car, error: refused.message } : car,
          ),
    named: [...new Set([...state.named, ...(named ? [iin] : plate === null ? [] : [plate])])],
  }
}

const wrongOf = (
  apiError: Extract<ApiError, { kind: 'invalid' }>,
  state: State,
): Record<string, string> => {
  const sale = saleIn(state)
  return Object.fromEntries(
    apiError.errors.map(({ path, message }) => [fieldAt(placeOfPath(path, sale)), message]),
  )
}
