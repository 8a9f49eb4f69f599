import { normaliseTechPassport } from '#domain/document-numbers.ts'
import { normalisePlate } from '#domain/plate.ts'
import type { PersonConsent } from '../consent.ts'
import { found, type GbdConfig, gbdService, type Node, textOf } from '../gbd.ts'
import { type Send, Unavailable } from '../http.ts'
import { goneStatuses, type Operation, VEHICLE_METHOD } from './protocol.ts'

export type OwnedVehicle = {
  plate: string
  /** Empty if the register has none. */
  techPassport: string
  /** VIN or body number; null if the register has neither. */
  vin: string | null
  /** Not taken off the register. */
  registered: boolean
}
/**
 * Keys of the present service: `owner`: the owner's IIN or BIN; `plate`: no such service, so only
 * the unified database answers, by plate and certificate.
 */
export const vehicleKeys = ['owner', 'plate'] as const
export type VehicleKey = (typeof vehicleKeys)[number]

/** Owner of the vehicles: an organisation, or a person with their consent's token. */
export type VehicleOwner = { bin: string } | { iin: string; consent: PersonConsent }

export type VehicleRegister =
  | { asks: 'plate' }
  | {
      asks: 'owner'
      /**
       * Every vehicle of this owner; empty when the register knows of none. Throws `Unavailable`.
       */
      ownedBy(owner: VehicleOwner): Promise<OwnedVehicle[]>
    }
export type VehiclesConfig = GbdConfig & { asks: VehicleKey; gone?: readonly string[] | undefined }

export function vehicles(config: VehiclesConfig, send: Send<Operation>): VehicleRegister {
  if (config.asks === 'plate') return { asks: 'plate' }
  const ask = gbdService('vehicles', config, send)
  const gone = (config.gone ?? goneStatuses).map((word) => word.toLowerCase())
  return {
    asks: 'owner',
    ownedBy: async (owner) => {
      const iinBin = 'bin' in owner ? owner.bin : owner.iin
      const reply = await ask(
        VEHICLE_METHOD,
        { iinBin },
        'bin' in owner ? undefined : owner.consent,
      )
      if (reply === null) return []
      const items = found(reply, 'item')
      // "Found", and nothing there: not the same as nothing owned.
      if (items.length === 0) throw unclear('item is missing')
      return items.map((item) => vehicleOf(item, iinBin, gone))
    },
  }
}

const unclear = (reason: string) => new Unavailable('vehicles', VEHICLE_METHOD, reason)

/**
 * A vehicle that cannot be read is unclear for the whole answer: left out, it would count as not
 * theirs.
 */
function vehicleOf(item: Node, owner: string, gone: string[]): OwnedVehicle {
  const plate = normalisePlate(textOf(item, 'autoRegNum') ?? '')
  if (plate === '') throw unclear('autoRegNum is missing')
  // As the unified database's own look-up has it: 4 to 10 Latin letters and digits.
  if (!/^(?=.*\d)[A-Z\d]{4,10}$/.test(plate)) throw unclear('autoRegNum is no plate')
  const whose = textOf(item, 'IIN')
  if (whose !== null && whose !== owner) throw unclear('another owner answered')
  const status = (textOf(item, 'status') ?? '').toLowerCase()
  return {
    plate,
    techPassport: normaliseTechPassport(textOf(item, 'SrtsSerNum') ?? ''),
    vin: textOf(item, 'autoVIN') ?? textOf(item, 'BodyNum'),
    registered: !gone.some((word) => status.startsWith(word)),
  }
}

/** The one with this plate; with a technical passport only if the register has the very same. */
export const vehicleWith = (
  owned: readonly OwnedVehicle[],
  plate: string,
  techPassport?: string,
): OwnedVehicle | null =>
  owned.find(
    (one) =>
      one.plate === normalisePlate(plate) &&
      (techPassport === undefined || one.techPassport === normaliseTechPassport(techPassport)),
  ) ?? null
