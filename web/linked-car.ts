import { isPlate, normalisePlate } from '#domain/plate.ts'
import type { TypedCar } from './typed-car.ts'

/**
 * The car whose plate a link of ours carries behind `#`, which no server is told: of a reminder, of
 * a check, of a page that was not found. Of the same car as typed here before, that one with its
 * passport; without a plate in the address, what was typed.
 */
export function linkedCar(typed: TypedCar | null, hash: string): TypedCar | null {
  const plate = normalisePlate(hash.slice(1))
  if (!isPlate(plate) || (typed && normalisePlate(typed.plate) === plate)) return typed
  return { plate, techPassport: '' }
}
