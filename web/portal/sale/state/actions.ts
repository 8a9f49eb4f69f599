import type { Day } from '#domain/calendar.ts'
import type { ApiError } from '../../../http/http.ts'
import type { Change } from '../../../sale/reduce.ts'
import type { SetAnswer, SoldPolicy } from './answers.ts'
import type { Taken } from './from-message.ts'
import type { ClientCodeAsked, Form, LoadKind, LocationCode } from './state.ts'

/** What can happen to a sheet, beside what can happen to what is sold. */
export type Action =
  | Change
  | { type: 'set'; patch: Partial<Pick<Form, 'paymentPhone' | 'consentRequired'>> }
  /** The connection is back; `said` is what was told while it was gone. */
  | { type: 'online'; said: { offline: string; offlineCalculate: string } }
  | { type: 'privilege'; iin: string; hasPrivilege: boolean }
  | { type: 'privilege-failed' }
  | { type: 'privilege-withheld' }
  | { type: 'privilege-again' }
  /** What the notice beside the price says of fields that are wrong. */
  | { type: 'told'; message: string }
  | { type: 'goes-on' }
  | { type: 'located'; code: LocationCode; message: string }
  | { type: 'location-closed' }
  | { type: 'client-code'; asked: ClientCodeAsked | null }
  | { type: 'failed'; apiError: ApiError; said: { nobody: string; offline: string } }
  | { type: 'ordered'; orderId: string; orderKey: string | null }
  | {
      type: 'set-state'
      answer: Pick<SetAnswer, 'status' | 'attempts' | 'nextAttemptAt' | 'error' | 'sale'>
    }
  | {
      type: 'loaded'
      policy: SoldPolicy
      kind: LoadKind
      today: Day
      newId: () => string
    }
  | { type: 'opened'; form: Form }
  | { type: 'filled'; taken: Taken; newId: () => string }
