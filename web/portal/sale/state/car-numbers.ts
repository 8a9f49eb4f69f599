import { isTechPassport } from '#domain/document-numbers.ts'
import { isPlate } from '#domain/plate.ts'
import type { Car } from './state.ts'

/**
 * Judges the two numbers of a car while they are typed. A technical passport is `tried` once it was
 * whole; from then on what no longer is one says so at once, and so does the plate beside it.
 * Before it nobody is told that they have not finished yet.
 */
export function judgedNumbers(car: Car): Car {
  const { number, techPassport } = car
  const tried =
    isTechPassport(techPassport.value) || (techPassport.tried && techPassport.value !== '')
  const wrong = (value: string, sound: (text: string) => boolean): boolean =>
    tried && value !== '' && !sound(value)
  return {
    ...car,
    number: { ...number, error: wrong(number.value, isPlate) ? 'plate' : '' },
    techPassport: {
      ...techPassport,
      tried,
      error: wrong(techPassport.value, isTechPassport) ? 'tech_passport' : '',
    },
  }
}
