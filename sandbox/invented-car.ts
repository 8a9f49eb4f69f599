import { almatyDay, yearOf } from '#domain/calendar.ts'
import type { Vehicle, World } from '#systems/sandbox-kit.ts'
import { tables } from './invented.ts'
import { vinOf } from './vehicles.ts'

/** A car for a plate: of the region its plate names. */
export function newVehicle(world: World, plate: string): Vehicle {
  const number = world.next('sandbox.vehicle')
  const region = tables[0]?.regions.find(
    ({ plateCode }) => /\D\d{2}$/.test(plate) && plateCode === plate.slice(-2),
  )
  return {
    plate,
    techPassport: `AZ${String(90_000_000 + number)}`,
    vin: vinOf(900_000 + number),
    type: 'PASSENGER',
    make: 'Toyota',
    model: 'Corolla',
    year: yearOf(almatyDay(world.now())) - 4,
    region: region?.code ?? 'ALMATY_CITY',
    settlement: 'CITY',
    ownerIin: '850315399904',
    registered: true,
  }
}
