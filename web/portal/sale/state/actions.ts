import type { Day } from '#domain/calendar.ts'
import type { ApiError } from '../../../http/http.ts'
import type { Failed } from '../../../purchase/model/refusal.ts'
import type { Application } from '../../../purchase/model/wire.ts'
import type { Calculation, CarFound, PersonFound, SetAnswer, SoldPolicy } from './answers.ts'
import type { DriverTyped, PolicyholderTyped, Term } from './changes.ts'
import type { ClientCodeAsked, Form, LocationCode } from './state.ts'

/** What can happen to a sale, with what comes along; `asked` is what a register was asked about. */
export type Happenings = {
  policyholder: { patch: PolicyholderTyped }
  'policyholder-asked': unknown
  'policyholder-found': { asked: string; found: PersonFound }
  'policyholder-failed': { asked: string; refused: Failed }
  term: { patch: Term }
  'driver-added': { id: string }
  'driver-removed': { id: string }
  driver: { id: string; patch: DriverTyped }
  'driver-asked': { id: string }
  'driver-found': { id: string; asked: string; found: PersonFound }
  'driver-failed': { id: string; asked: string; refused: Failed }
  'car-added': { id: string }
  'car-removed': { id: string; newId: string }
  car: { id: string; patch: { number?: string; techPassport?: string; owner?: string } }
  'car-asked': { id: string }
  'car-found': { id: string; asked: string; found: CarFound }
  'car-failed': { id: string; asked: string; refused: Failed }
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
