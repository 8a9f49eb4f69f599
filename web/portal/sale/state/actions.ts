import type { Day } from '#domain/calendar.ts'
import type { ApiError } from '../../../http/http.ts'
import type { Application } from '../../../sale/model/wire.ts'
import type { Calculation, SetAnswer, SoldPolicy } from './answers.ts'
import type { CarTyped, DriverTyped, PolicyholderTyped, Term } from './changes.ts'
import type { Car, ClientCodeAsked, Form, LocationCode, Person } from './state.ts'

/** What can happen to a sale, with what comes along. */
export type Happenings = {
  policyholder: { patch: PolicyholderTyped }
  /** The registers are asked, or have answered. */
  'policyholder-looked': { lookup: Person['lookup'] }
  term: { patch: Term }
  'driver-added': { id: string }
  'driver-removed': { id: string }
  driver: { id: string; patch: DriverTyped }
  'driver-looked': { id: string; lookup: Person['lookup'] }
  'car-added': { id: string }
  'car-removed': { id: string; newId: string }
  car: { id: string; patch: CarTyped }
  'car-looked': { id: string; lookup: Car['lookup'] }
  'ask-again': { what: 'policyholder' | 'driver' | 'car'; id?: string }
  /** The connection is back; `said` is what was told while it was gone. */
  online: { said: { offline: string; offlineCalculate: string } }
  privilege: { iin: string; hasPrivilege: boolean }
  'privilege-failed': unknown
  'privilege-withheld': unknown
  'privilege-again': unknown
  mended: { iin: string }
  wrong: { wrong: Record<string, string>; message: string }
  started: { busy: 'calculate' | 'order' | 'load'; application?: Application }
  'goes-on': unknown
  settled: unknown
  located: { code: LocationCode; message: string }
  'location-closed': unknown
  'client-code': { asked: ClientCodeAsked | null }
  quoted: { key: string; calculation: Calculation }
  failed: { apiError: ApiError; said: { nobody: string; offline: string } }
  ordered: { orderId: string; orderKey: string | null }
  'set-state': {
    answer: Pick<SetAnswer, 'status' | 'attempts' | 'nextAttemptAt' | 'error' | 'sale'>
  }
  loaded: {
    policy: SoldPolicy
    kind: 'prolong' | 'reissue' | 'copy'
    today: Day
    newId: () => string
  }
  opened: { form: Form }
}

/** One happening, or any of them. */
export type Action<Type extends keyof Happenings = keyof Happenings> = {
  [One in Type]: { type: One } & Happenings[One]
}[Type]
