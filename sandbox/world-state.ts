import { readFileSync } from 'node:fs'
import type { Message, Person, Vehicle } from '#systems/sandbox-kit.ts'
import { phonesWithoutWallet, readyPeople } from './people.ts'
import { readyVehicles } from './vehicles.ts'

/** What a world remembers, and its parts that changed since it was read. */

export type State = {
  people: Person[]
  vehicles: Vehicle[]
  phones: [string, { wallet: boolean }][]
  messages: Message[]
  stores: Record<string, [string, unknown][]>
  sequences: Record<string, number>
  /** Milliseconds between the set clock and the real one; null: never set. */
  clock: number | null
}

export function nextOf(sequences: Map<string, number>, sequence: string): number {
  const number = (sequences.get(sequence) ?? 0) + 1
  sequences.set(sequence, number)
  return number
}

/** What the sandbox begins with: the ready people and cars, and what was kept of an earlier run. */
export function contentOf(kept: State | null) {
  const people = new Map(
    [...readyPeople(), ...(kept?.people ?? [])].map((person) => [person.iin, person]),
  )
  const vehicles = new Map(
    [...readyVehicles(), ...(kept?.vehicles ?? [])].map((vehicle) => [vehicle.plate, vehicle]),
  )
  const phones = new Map(
    kept?.phones ?? phonesWithoutWallet.map((phone) => [phone, { wallet: false }]),
  )
  const messages = kept?.messages ?? []
  const stores = new Map(
    Object.entries(kept?.stores ?? {}).map(([name, entries]) => [name, new Map(entries)]),
  )
  const sequences = new Map(Object.entries(kept?.sequences ?? {}))
  return { people, vehicles, phones, messages, stores, sequences }
}

/** Of the ready people and cars only those are kept that somebody has changed, and new ones. */
export function changedFrom(people: readonly Person[], vehicles: readonly Vehicle[]) {
  const seededPeople = new Map(people.map((person) => [person.iin, JSON.stringify(person)]))
  const seededVehicles = new Map(
    vehicles.map((vehicle) => [vehicle.plate, JSON.stringify(vehicle)]),
  )
  return {
    people: (now: ReadonlyMap<string, Person>) =>
      [...now.values()].filter((person) => JSON.stringify(person) !== seededPeople.get(person.iin)),
    vehicles: (now: ReadonlyMap<string, Vehicle>) =>
      [...now.values()].filter(
        (vehicle) => JSON.stringify(vehicle) !== seededVehicles.get(vehicle.plate),
      ),
  }
}

/** The file is our own, written by `saved`. */
export const readState = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as State
