import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Fault, JournalEntry, Message, Person, Vehicle, World } from '#systems/sandbox-kit.ts'
import { phonesWithoutWallet, readyPeople, readyVehicles } from './people.ts'

/**
 * Writing may take this share of the time; beyond it changes are gathered. A small world is always
 * written at once.
 */
const SHARE = 20
const ALWAYS_AT_ONCE_MS = 5

/**
 * One file written whole, atomically (temporary name, then rename) and synchronously, so that an
 * effect answered over the wire survives a kill. When the world has grown so large that writing it
 * costs real time, further changes wait for their turn.
 */
export function stateFile(file: string | undefined) {
  if (!file) return { write: () => {} }
  mkdirSync(dirname(file), { recursive: true })
  let tookMs = 0
  let endedAt = 0
  let waiting: NodeJS.Timeout | null = null
  let latest: () => string = () => ''

  const now = () => {
    const began = performance.now()
    if (waiting) clearTimeout(waiting)
    waiting = null
    // Only its owner may read a world, in any folder; an existing file would retain its old
    // permissions.
    rmSync(`${file}.tmp`, { force: true })
    writeFileSync(`${file}.tmp`, latest(), { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
    endedAt = performance.now()
    tookMs = endedAt - began
  }
  process.once('exit', () => waiting && now())

  return {
    write(content: () => string) {
      latest = content
      if (waiting) return
      const rest = tookMs * SHARE - (performance.now() - endedAt)
      if (tookMs < ALWAYS_AT_ONCE_MS || rest <= 0) return now()
      waiting = setTimeout(now, rest)
    },
  }
}

/** The journal as lines appended to a file; shortened when it is read. */
export function journalFile(file: string | undefined, length: number) {
  if (!file) return { read: (): JournalEntry[] => [], append: () => {} }
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file)) chmodSync(file, 0o600)
  return {
    read(): JournalEntry[] {
      if (!existsSync(file)) return []
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
      const last = lines.slice(-length)
      if (last.length < lines.length) writeFileSync(file, `${last.join('\n')}\n`, { mode: 0o600 })
      return last.flatMap(entryOf)
    },
    append: (entry: JournalEntry) =>
      appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
  }
}

/** A line cut off by a kill is left out. */
function entryOf(line: string): JournalEntry[] {
  try {
    return [JSON.parse(line) as JournalEntry]
  } catch {
    return []
  }
}

/** Faults of a world: which one the next call meets. */

/** Calls that hang wait here until all of them are let go. */
function gate() {
  let held: (() => void)[] = []
  return {
    released: () => new Promise<void>((resolve) => void held.push(resolve)),
    release: () => {
      const going = held
      held = []
      for (const go of going) go()
      return going.length
    },
  }
}

/** The first fault that is meant for the call, counted down. */
function takeFault(
  faults: Fault[],
  { system, operation, kinds }: { system: string; operation: string; kinds: readonly string[] },
): Fault | null {
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
}

/** State of a world, and its parts that changed since it was read. */

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

function nextOf(sequences: Map<string, number>, sequence: string): number {
  const number = (sequences.get(sequence) ?? 0) + 1
  sequences.set(sequence, number)
  return number
}

/**
 * Returns the sandbox's initial content: the ready people and cars, and the state of an earlier
 * run.
 */
function contentOf(kept: State | null) {
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

/** Returns only new people and cars, and ready ones that were changed. */
function changedFrom(people: readonly Person[], vehicles: readonly Vehicle[]) {
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
const readState = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as State

/** A reply of the phone's owner, as the virtual phone shows it. */
export type Answer = { from: string; text: string; at: string }

export type SandboxWorld = World & {
  /**
   * Moves the clock to an instant, or back to its own time with null. Resolves when every listener
   * has heard it.
   */
  setNow(iso: string | null): Promise<void>
  onClock(listen: (now: Date) => void | Promise<void>): () => void
  faults: Fault[]
  /** Releases every held answer; returns their number. */
  release(): number
  /** Oldest first, the last 200 000. */
  journal: JournalEntry[]
}
export type WorldOptions = {
  /** One JSON file that keeps everything but faults; without it the world lives in memory. */
  dataFile?: string | undefined
  /** Where the clock starts until it is set (default: the real time). It always runs. */
  baseTime?: Date | undefined
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

  const changed = changedFrom(readyPeople(), readyVehicles())
  const { people, vehicles, phones, messages, stores, sequences } = contentOf(kept)
  const clock = clockOf(kept?.clock ?? null, baseTime)

  const faults: Fault[] = []
  const journal: JournalEntry[] = history.read()
  const replyListeners: ((phone: string, text: string) => void)[] = []

  const world: SandboxWorld = {
    now: clock.now,
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
      // A store belongs to one system, which alone knows the type of its values.
      return found as Map<string, T>
    },
    saved: () =>
      state.write(() =>
        JSON.stringify({
          people: changed.people(people),
          vehicles: changed.vehicles(vehicles),
          phones: [...phones],
          messages,
          stores: Object.fromEntries([...stores].map(([name, entries]) => [name, [...entries]])),
          sequences: Object.fromEntries(sequences),
          clock: clock.offset(),
        } satisfies State),
      ),
    next: (sequence) => nextOf(sequences, sequence),
    onReply: (listen) => void replyListeners.push(listen),
    reply(phone, text) {
      world
        .store<Answer>('phone.answers')
        .set(String(world.next('answer')), { from: phone, text, at: world.now().toISOString() })
      for (const listen of replyListeners) listen(phone, text)
      world.saved()
    },
    takeFault: (system, operation, kinds) => takeFault(faults, { system, operation, kinds }),
    note(entry) {
      const line = { at: world.now().toISOString(), ...entry }
      journal.push(line)
      // Trimmed in blocks: shifting one at a time would cost every call a copy.
      if (journal.length > JOURNAL_LENGTH + 5_000)
        journal.splice(0, journal.length - JOURNAL_LENGTH)
      history.append(line)
    },
    ...gate(),
    async setNow(iso) {
      clock.set(iso)
      world.saved()
      await clock.tell()
    },
    onClock: clock.onChange,
    faults,
    journal,
  }
  return world
}

/** The sandbox's clock: the machine's, moved by an offset that may be set. */
function clockOf(kept: number | null, baseTime: Date | undefined) {
  const baseOffset = baseTime ? baseTime.getTime() - Date.now() : 0
  let offset = kept
  const listeners = new Set<(now: Date) => void | Promise<void>>()
  const now = () => new Date(Date.now() + (offset ?? baseOffset))
  return {
    now,
    offset: () => offset,
    set: (iso: string | null) => {
      offset = iso === null ? null : new Date(iso).getTime() - Date.now()
    },
    tell: async () => {
      const at = now()
      await Promise.all([...listeners].map(async (listen) => listen(at)))
    },
    onChange: (listen: (now: Date) => void | Promise<void>) => {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
  }
}
