import { existsSync, readFileSync } from 'node:fs'
import type { Fault, JournalEntry, Message, Person, Vehicle, World } from '#systems/sandbox-kit.ts'
import { phonesWithoutWallet, readyPeople } from './people.ts'
import { journalFile, stateFile } from './storage.ts'
import { readyVehicles } from './vehicles.ts'

/** What the phone's owner answered, as the virtual phone shows it. */
export type Answer = { from: string; text: string; at: string }

export type SandboxWorld = World & {
  /**
   * Moves the clock to an instant, or back to its own time with null. Resolves when every listener
   * has heard it.
   */
  setNow(iso: string | null): Promise<void>
  onClock(listen: (now: Date) => void | Promise<void>): () => void
  faults: Fault[]
  /** Lets go every answer that is held; tells how many there were. */
  release(): number
  /** Oldest first, the last 200 000. */
  journal: JournalEntry[]
}
export type WorldOptions = {
  /** One JSON file that keeps everything but faults; without it the world lives in memory. */
  dataFile?: string | undefined
  /** Where the clock starts while nobody has set it (default: the real time). It always runs. */
  baseTime?: Date | undefined
}

type State = {
  people: Person[]
  vehicles: Vehicle[]
  phones: [string, { wallet: boolean }][]
  messages: Message[]
  stores: Record<string, [string, unknown][]>
  sequences: Record<string, number>
  /** Milliseconds between the set clock and the real one; null: never set. */
  clock: number | null
}

const JOURNAL_LENGTH = 200_000
const MESSAGES_KEPT = 50_000

/**
 * The sandbox's whole world: ready people and vehicles, phones, messages, what each system stores,
 * clock, faults, journal.
 */
export function createWorld({ dataFile, baseTime }: WorldOptions = {}): SandboxWorld {
  const kept = dataFile && existsSync(dataFile) ? readState(dataFile) : null
  const state = stateFile(dataFile)
  const history = journalFile(dataFile ? `${dataFile}.journal` : undefined, JOURNAL_LENGTH)

  const seededPeople = new Map(readyPeople().map((person) => [person.iin, JSON.stringify(person)]))
  const seededVehicles = new Map(
    readyVehicles().map((vehicle) => [vehicle.plate, JSON.stringify(vehicle)]),
  )
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
  const baseOffset = baseTime ? baseTime.getTime() - Date.now() : 0
  let clock = kept?.clock ?? null

  const faults: Fault[] = []
  const journal: JournalEntry[] = history.read()
  const replyListeners: ((phone: string, text: string) => void)[] = []
  let held: (() => void)[] = []
  const clockListeners = new Set<(now: Date) => void | Promise<void>>()

  const world: SandboxWorld = {
    now: () => new Date(Date.now() + (clock ?? baseOffset)),
    people,
    vehicles,
    phones,
    messages,
    deliver({ to, from, text }) {
      const message = {
        id: `m${world.next('message')}`,
        to,
        from,
        text,
        at: world.now().toISOString(),
      }
      messages.push(message)
      if (messages.length > MESSAGES_KEPT) messages.splice(0, messages.length - MESSAGES_KEPT)
      world.saved()
      return message
    },
    store<T>(name: string) {
      const found = stores.get(name) ?? new Map<string, unknown>()
      stores.set(name, found)
      // A store belongs to one system, which alone knows the type of what it put there.
      return found as Map<string, T>
    },
    saved: () =>
      state.write(() =>
        JSON.stringify({
          people: [...people.values()].filter(
            (person) => JSON.stringify(person) !== seededPeople.get(person.iin),
          ),
          vehicles: [...vehicles.values()].filter(
            (vehicle) => JSON.stringify(vehicle) !== seededVehicles.get(vehicle.plate),
          ),
          phones: [...phones],
          messages,
          stores: Object.fromEntries([...stores].map(([name, entries]) => [name, [...entries]])),
          sequences: Object.fromEntries(sequences),
          clock,
        } satisfies State),
      ),
    next(sequence) {
      const number = (sequences.get(sequence) ?? 0) + 1
      sequences.set(sequence, number)
      return number
    },
    onReply: (listen) => void replyListeners.push(listen),
    reply(phone, text) {
      world
        .store<Answer>('phone.answers')
        .set(String(world.next('answer')), { from: phone, text, at: world.now().toISOString() })
      for (const listen of replyListeners) listen(phone, text)
      world.saved()
    },
    takeFault(system, operation, kinds) {
      const at = faults.findIndex(
        (fault) =>
          fault.system === system &&
          kinds.includes(fault.mode) &&
          (fault.operation === undefined || fault.operation === operation),
      )
      const fault = faults[at]
      if (!fault) return null
      if (fault.after) {
        fault.after -= 1
        return null
      }
      fault.times -= 1
      if (fault.times <= 0) faults.splice(at, 1)
      return fault
    },
    note(entry) {
      const line = { at: world.now().toISOString(), ...entry }
      journal.push(line)
      // Trimmed in blocks: shifting one at a time would cost every call a copy.
      if (journal.length > JOURNAL_LENGTH + 5_000)
        journal.splice(0, journal.length - JOURNAL_LENGTH)
      history.append(line)
    },
    released: () => new Promise((resolve) => void held.push(resolve)),
    release() {
      const going = held
      held = []
      for (const go of going) go()
      return going.length
    },
    async setNow(iso) {
      clock = iso === null ? null : new Date(iso).getTime() - Date.now()
      world.saved()
      const now = world.now()
      await Promise.all([...clockListeners].map(async (listen) => listen(now)))
    },
    onClock(listen) {
      clockListeners.add(listen)
      return () => void clockListeners.delete(listen)
    },
    faults,
    journal,
  }
  return world
}

/** The file is our own, written by `saved`. */
const readState = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as State
