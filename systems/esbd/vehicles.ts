import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { isDay, yearOf } from '#domain/calendar.ts'
import { normaliseTechPassport } from '#domain/document-numbers.ts'
import { normalisePlate } from '#domain/plate.ts'
import { isWire, listOf, Unfit } from './codec.ts'
import type { Catalogue } from './dictionaries.ts'
import type { EsbdVehicle, InsuranceDatabase } from './port.ts'
import { EsbdRefused, type Nothing, NotInTariff } from './refused.ts'
import { fromWireDate, replies, type WireVehicle } from './replies.ts'
import type { Call, Turn } from './sessions.ts'
import { unreadable } from './wire.ts'
import { escapeXml } from './wsdl.ts'

type VehicleVerbs = Pick<InsuranceDatabase, 'findVehicle' | 'policiesOfVehicle'>

type VehiclesOf = { turn: Turn; tables: Catalogue; orNothing: Nothing; by: 'plate' | 'vin' }

/** Vehicles and the policies they are in. */
export function vehicles({ turn, tables, orNothing, by }: VehiclesOf): VehicleVerbs {
  const byPlate = (call: Call, plate: string) =>
    orNothing(call('GetTFByNumber', { aTF_NUMBER: plate }, z.array(replies.TF), plate), [])
  return {
    async findVehicle({ plate, techPassport, vin = '' }) {
      const call = turn()
      const asked = {
        plate: normalisePlate(plate),
        techPassport: normaliseTechPassport(techPassport),
      }
      const dictionaries = read(call, tables)
      const vins =
        by === 'vin' && vin === ''
          ? (await byPlate(call, asked.plate)).map(({ VIN }) => VIN).filter(Boolean)
          : [vin]
      const searches = vins.map((aVIN) => {
        const what = {
          aVIN,
          aTF_NUMBER: asked.plate,
          aTF_ID: 0,
          aTF_REG_CERTIF: asked.techPassport,
        }
        return orNothing(call('SearchVehicles', what, z.array(replies.Vehicle), asked.plate), [])
      })
      const found = (await Promise.all(searches)).flat()
      // A search by several fields may answer with near ones; only the very car counts.
      const exact = found.find(
        (vehicle) =>
          normalisePlate(vehicle.REG_NUM) === asked.plate &&
          normaliseTechPassport(vehicle.REG_CERT_NUM) === asked.techPassport,
      )
      if (!exact) return null
      // The search may leave the year out; the vehicle's own record must have it ("обязательно").
      const year =
        yearIn(exact.NYEAR) ??
        yearIn(
          (await byPlate(call, asked.plate)).find(({ TF_ID }) => TF_ID === exact.ID)?.BORN ?? '',
        )
      if (year === null) throw new NotInTariff('SearchVehicles', 'NYEAR', 'no year of making')
      return vehicleOf(await dictionaries, exact, year)
    },

    async policiesOfVehicle(of, on) {
      const asked =
        'vehicleId' in of
          ? { VEHICLE_ID: String(of.vehicleId), REG_NUMBER: '' }
          : { VEHICLE_ID: '0', REG_NUMBER: normalisePlate(of.plate) }
      const body = Object.entries(asked).map(
        ([name, value]) => `<${name}>${escapeXml(value)}</${name}>`,
      )
      const answer = await execute(
        turn(),
        'GetVehicleOgpoInfo',
        body.join(''),
        Object.values(asked).join(' ').trim(),
      )
      return coversOf(answer)
        .filter(({ end, rescindedOn }) => end >= on && (rescindedOn === null || rescindedOn > on))
        .map(({ globalId, start, end, rescindedOn }) => ({
          globalId,
          start,
          end: rescindedOn && rescindedOn < end ? rescindedOn : end,
        }))
        .filter(({ start, end }) => start <= end)
    },
  }
}

type Dictionaries = Record<'types' | 'regions', Awaited<ReturnType<Catalogue>>>

/**
 * Reads the tables in parallel with the car, not after it; without a car nothing waits for them.
 */
function read(call: Call, tables: Catalogue): Promise<Dictionaries> {
  const both = Promise.all([tables(call, 'TF_TYPES'), tables(call, 'REGIONS')]).then(
    ([types, regions]) => ({ types, regions }),
  )
  both.catch(() => {})
  return both
}

function vehicleOf(
  { types, regions }: Dictionaries,
  vehicle: WireVehicle,
  year: number,
): EsbdVehicle {
  if (vehicle.ID <= 0) throw unreadable('SearchVehicles', new Unfit('ID is missing'))
  return {
    vehicleId: vehicle.ID,
    plate: normalisePlate(vehicle.REG_NUM),
    techPassport: normaliseTechPassport(vehicle.REG_CERT_NUM),
    vin: vehicle.VIN,
    type: types.code(vehicle.TYPE_ID),
    make: vehicle.MARK,
    model: vehicle.MODEL,
    year,
    region: regions.code(vehicle.REGION_ID),
    settlement: settlementOf(vehicle.BIG_CITY_BOOL),
  }
}

/** −1 is "not known": other places cost less, so nothing is taken for granted. */
function settlementOf(flag: number): 'CITY' | 'OTHER' {
  if (flag === 1) return 'CITY'
  if (flag === 0) return 'OTHER'
  throw new NotInTariff('SearchVehicles', 'BIG_CITY_BOOL', `${flag} tells no place`)
}

/** A year alone, or that of a whole day in either order; a `0`, a `20` or a 13th month is none. */
function yearIn(text: string): number | null {
  const said = text.trim()
  if (/^(19|20)\d{2}$/.test(said)) return Number(said)
  const iso = /^\d{4}-\d{2}-\d{2}(?=$|[ T])/.exec(said)?.[0]
  const day = iso && isDay(iso) ? iso : fromWireDate(said)
  return day !== null && day >= '1900' ? yearOf(day) : null
}

/**
 * The generic call: XML in base64 both ways, with an error of its own instead of a Fault. [A]
 * Result code 0 is success.
 */
async function execute(call: Call, type: string, body: string, key: string): Promise<unknown> {
  const document = Buffer.from(`<${type}>${body}</${type}>`).toString('base64')
  const request = { Type: type, Version: 1, Body: document, Parameters: -1 }
  const answer = await call('Execute', { aRequest: request }, replies.Executed, key)
  if (answer.ResultCode !== 0)
    throw new EsbdRefused('Execute', `${type}: ${answer.ErrorMessage || answer.ResultCode}`)
  try {
    return new XMLParser({ parseTagValue: false }).parse(
      Buffer.from(answer.Body, 'base64').toString('utf8'),
      true,
    )
  } catch (cause) {
    throw unreadable('Execute', cause)
  }
}

/** [A] The answer's layout is not published: policies as the service spells them elsewhere. */
const Covers = z.object({
  GLOBAL_ID: z.string(),
  DATE_BEG: z.string(),
  DATE_END: z.string(),
  RESCINDING_DATE: z.string().default(''),
})

function coversOf(answer: unknown) {
  const root = isWire(answer) ? answer.VehicleOgpoInfo : undefined
  if (root === undefined) throw unreadable('Execute')
  const list = isWire(root) && isWire(root.Policies) ? listOf(root.Policies.Policy) : []
  return list.map((item) => {
    const cover = Covers.safeParse(item)
    const start = fromWireDate(cover.data?.DATE_BEG ?? '')
    const end = fromWireDate(cover.data?.DATE_END ?? '')
    if (!cover.success || !start || !end) throw unreadable('Execute', cover.error)
    return {
      globalId: cover.data.GLOBAL_ID,
      start,
      end,
      rescindedOn: fromWireDate(cover.data.RESCINDING_DATE),
    }
  })
}
