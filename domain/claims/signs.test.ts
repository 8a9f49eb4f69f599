import { expect, test } from 'vitest'
import { kilometresAway } from './signs.ts'

const told = { latitude: 43.2389, longitude: 76.8897, accuracy: 30 }

test('a photograph is far from the place from five kilometres on, beyond how exactly it is known', () => {
  const north = (kilometres: number) => ({
    ...told,
    latitude: told.latitude + kilometres / 111.195,
  })
  expect(kilometresAway(told, told)).toBeNull()
  expect(kilometresAway(told, north(4.9))).toBeNull()
  expect(kilometresAway(told, north(5.2))).toBe(5)
  expect(kilometresAway({ ...told, accuracy: 1_000 }, north(5.2))).toBeNull()
  // Astana from Almaty.
  expect(kilometresAway(told, { latitude: 51.1694, longitude: 71.4491 })).toBe(972)
})
