import { apiErrorOf } from '../../http/http.ts'
import { isOwner } from '../../purchase/model/fields.ts'
import type { Refusal } from '../../purchase/model/refusal.ts'
import { portal } from '../portal.ts'
import type { CarFound, PersonFound } from './state/answers.ts'
import { reasonsOf } from './state/failure.ts'
import type { Car } from './state/state.ts'

type Looked<T> = { found: T } | { refused: Refusal }

/**
 * The registers for a row of the sheet; a failure is the row's own and says so in words. `offline`
 * are the words without a connection.
 */
export const lookUpPerson = (
  body: { iin: string; drives: boolean; dateStart: string; licenceNumber: string; phone: string },
  offline: string,
): Promise<Looked<PersonFound>> =>
  settled(
    portal('promoterPerson', {
      iin: body.iin,
      drives: body.drives,
      dateStart: body.dateStart,
      ...(body.licenceNumber ? { driverLicenseNumber: body.licenceNumber } : {}),
      ...(body.phone ? { phone: body.phone } : {}),
    }),
    offline,
  )

export const lookUpCar = (
  { number, techPassport, owner }: Pick<Car, 'number' | 'techPassport' | 'owner'>,
  offline: string,
): Promise<Looked<CarFound>> =>
  settled(
    portal('ogpoVehicle', {
      registrationNumber: number.value,
      techPassport: techPassport.value,
      ...(isOwner(owner) ? { ownerIin: owner } : {}),
    }),
    offline,
  )

async function settled<T>(reply: Promise<{ data: T }>, offline: string): Promise<Looked<T>> {
  try {
    return { found: (await reply).data }
  } catch (error) {
    const apiError = apiErrorOf(error)
    if (apiError.kind === 'refused') {
      const [refused] = reasonsOf(apiError)
      if (refused) return { refused }
    }
    const message =
      apiError.kind === 'invalid' ? (apiError.errors[0]?.message ?? '') : apiError.message
    return {
      refused: { code: 0, message: message || offline, reason: null, iin: null, plate: null },
    }
  }
}
