import type { Localized } from '#domain/locale.ts'
import type { SystemName } from './http.ts'

/**
 * The base of the sandbox's side of every outside system: the world, the fault switch, the journal.
 */

/** In the languages of the product, and in English for those who test it. */
export type About = Localized & { en: string }

export type Document = {
  type: 'ID_CARD' | 'PASSPORT' | 'FOREIGN_PASSPORT'
  number: string
  issueDate: string
  valid: boolean
}
export type Person = {
  iin: string
  surname: string
  name: string
  patronymic: string
  birthDate: string
  phone: string
  resident: boolean
  documents: Document[]
  driverLicence: {
    number: string
    issueDate: string
    validTo: string
    experienceFrom: string
  } | null
  bonusMalus: { kind: 'CLASS' | 'FIRST'; class: string }
  benefit: boolean
  /** Codes of the AML lists the person is on. */
  lists: string[]
  scoring: 'ok' | 'bad' | 'unavailable'
  /** In plain words what a ready person is for. */
  about?: About
  /**
   * Ready people's own misfortunes: `phoneLinked: false` (not in the mobile citizens base),
   * `consent`: how they answer 1414 by themselves, `setClient: 'fault'` (ESBD refuses to save
   * them), `registers: 'timeout'` (every register hangs for them), `inEsbd: false`.
   */
  phoneLinked?: boolean
  consent?: 'no'
  setClient?: 'fault'
  registers?: 'timeout'
  inEsbd?: boolean
}
export type Vehicle = {
  plate: string
  techPassport: string
  vin: string
  type: string
  make: string
  model: string
  year: number
  region: string
  settlement: 'CITY' | 'OTHER'
  ownerIin: string
  registered: boolean
  /** `vin`: the unified database finds it by its VIN alone. */
  searchedBy?: 'vin' | undefined
  about?: About
}
export type Message = { id: string; to: string; from: string; text: string; at: string }

export const callModes = [
  'error',
  'timeout',
  'unavailable',
  'reset',
  'reset_before',
  'slow',
  'hold',
  'garbage',
] as const
export const noticeModes = ['twice', 'late', 'bad_signature', 'wrong_amount', 'never'] as const
export type CallMode = (typeof callModes)[number]
export type NoticeMode = (typeof noticeModes)[number]
export type Fault = {
  system: SystemName
  operation?: string | undefined
  mode: CallMode | NoticeMode
  times: number
  ms?: number | undefined
  /** Number of matching calls answered before it begins. */
  after?: number | undefined
}
export type JournalEntry = {
  at: string
  system: SystemName
  operation: string
  key: Record<string, string>
  fault: string | null
}

export type World = {
  /** The sandbox's time: rules of the product take today from it. */
  now(): Date
  people: Map<string, Person>
  vehicles: Map<string, Vehicle>
  /** Phones with their switches; a phone not listed has a wallet. */
  phones: Map<string, { wallet: boolean }>
  /** Newest last. */
  messages: Message[]
  /** A message to a phone: what the virtual phone shows. */
  deliver(message: { to: string; from: string; text: string }): Message
  /**
   * A persisted collection of one system (`store<Policy>('esbd.policies')`). Call `saved()` after
   * changing it.
   */
  store<T>(name: string): Map<string, T>
  saved(): void
  /** The next number of a persisted sequence, from 1. */
  next(sequence: string): number
  /**
   * Replies of a phone's owner to a message from 1414, in order: systems register to receive them.
   */
  onReply(listen: (phone: string, text: string) => void): void
  reply(phone: string, text: string): void
  /** Takes one matching fault off the switch. */
  takeFault(system: SystemName, operation: string, kinds: readonly string[]): Fault | null
  note(entry: Omit<JournalEntry, 'at'>): void
  /** Resolves when a control call lets go what mode `hold` holds. */
  released(): Promise<void>
}

export type SandboxAsk = {
  params: Record<string, string>
  query: Record<string, string>
  headers: Record<string, string>
  body: string
  url: string
}
export type SandboxAnswer = {
  status?: number
  headers?: Record<string, string>
  body: string | Buffer
}
export type SandboxRoute = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  /** The wire's own name of the operation, for the journal and the fault switch. */
  operation: string | ((ask: SandboxAsk) => string)
  /** Ids worth a journal column: order number, request id, plate. */
  key?: (ask: SandboxAsk) => Record<string, string>
  handle: (ask: SandboxAsk) => SandboxAnswer | Promise<SandboxAnswer>
  /**
   * The system's own way of saying "error" (mode `error`): a SOAP Fault, a JSON status, an XML
   * pg_status=error.
   */
  error?: (ask: SandboxAsk) => SandboxAnswer
  /** The request's IIN, if it has one: for people whose registers hang. */
  iin?: (ask: SandboxAsk) => string | undefined
}
export type SandboxSystem = { system: SystemName; routes: SandboxRoute[] }

export const json = (value: unknown, status = 200): SandboxAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})
export const xml = (body: string, status = 200): SandboxAnswer => ({
  status,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body,
})
