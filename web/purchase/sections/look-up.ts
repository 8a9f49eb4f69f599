import { apiErrorOf } from '../../http/http.ts'
import { pageLocale } from '../../texts.ts'
import { buy } from '../calls.ts'
import { isOwner } from '../model/fields.ts'
import words from '../purchase-texts.ts'
import type { CarFound, CarRow, DriverFound, Lookup } from '../state/state.ts'

/**
 * The driver's registers by IIN; a refusal and a failure are the look-up's own. `start` decides the
 * age (spec section 5).
 */
export async function lookUpDriver(
  iin: string,
  licenceNumber: string,
  start: string,
  signal: AbortSignal,
): Promise<Lookup<DriverFound>> {
  return settled(
    buy(
      'ogpoDriver',
      { iin, dateStart: start, ...(licenceNumber ? { driverLicenseNumber: licenceNumber } : {}) },
      { signal },
    ),
  )
}

/** The registers of vehicles by plate and technical passport, where need be by the owner. */
export async function lookUpCar(
  { plate, techPassport, owner }: Pick<CarRow, 'plate' | 'techPassport' | 'owner'>,
  signal: AbortSignal,
): Promise<Lookup<CarFound>> {
  const body = {
    registrationNumber: plate,
    techPassport,
    ...(isOwner(owner) ? { ownerIin: owner } : {}),
  }
  return settled(buy('ogpoVehicle', body, { signal }))
}

async function settled<T>(reply: Promise<{ data: T }>): Promise<Lookup<T>> {
  try {
    return { kind: 'found', found: (await reply).data }
  } catch (error) {
    const apiError = apiErrorOf(error)
    const message =
      apiError.kind === 'invalid' ? (apiError.errors[0]?.message ?? '') : apiError.message
    const { code, data } = apiError.kind === 'refused' ? apiError : { code: null, data: {} }
    const reason = 'reason' in data && typeof data.reason === 'string' ? data.reason : null
    return { kind: 'failed', code, reason, message: message || offlineWords() }
  }
}

const offlineWords = (): string => words[pageLocale()].offlineLook
