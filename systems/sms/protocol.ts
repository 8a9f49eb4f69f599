import { z } from 'zod'
import type { RefusalKind } from './port.ts'

/**
 * SMSC.kz over HTTP, `fmt=3` (JSON): HTTP 200 for success and for errors.
 *
 * Evidence, line by line (smsc.kz/api/http and its sister sites' pages of the same document;
 * `spoleto-software/Spoleto.SMS`, src/Providers/Spoleto.SMS.Smsc, and
 * `hublotik/sms_sending-smsc-laravel`, app/smsc_api.php, the operator's own library):
 * - `send.php`: login, psw, phones, mes, id, sender, charset, fmt; answer `{id, cnt}`, with `cost`
 *   also cost and balance.
 * - an error is `{error, error_code}`, of the codes 3, 6, 7 and 8 with the message's `id` beside
 *   it: an `id` proves nothing.
 * - 1 parameters, 2 login or password (or an address that isn't allowed), 3 no money, 4 address
 *   blocked for a while after many errors, 5 date, 6 text or sender forbidden, 7 number malformed,
 *   8 number can't be reached, 9 an equal request within a minute or too many at once (its text
 *   says which).
 * - `id`: given by the client, 1 … 2147483647, "not necessarily unique"; for two with the same the
 *   last one's status is returned. No source says that a repeat is dropped by it: only an equal
 *   request within a minute is.
 * - `status.php` by phone and id: `{status, last_date, last_timestamp, err}`; −3 not found, −2
 *   stopped, −1 waiting, 0 with the operator, 1 delivered, 2 read, 3 expired, 4 link opened, 20
 *   can't be delivered, 22 wrong number, 23 forbidden, 24 no money, 25 number can't be reached. Its
 *   errors: 1, 2, 4, 5 and 9 (the same message asked about more than five times a minute).
 * - `balance.php`: `{balance}`, with `cur=1` also the currency.
 * Guess: what was accepted is found by its id at once. Where it isn't yet, a second equal request
 * within the minute is refused with 9.
 */
export const paths = {
  send: '/sys/send.php',
  status: '/sys/status.php',
  balance: '/sys/balance.php',
} as const
export type Operation = keyof typeof paths

const login = { login: z.string().min(1), psw: z.string().min(1), fmt: z.literal('3') }
/** The client's own number of the message. */
const number = z.coerce.number().int().min(1).max(2_147_483_647)

export const sendBody = z.object({
  ...login,
  phones: z.string().min(1),
  mes: z.string().min(1).max(1_000),
  id: number,
  sender: z.string().optional(),
  charset: z.literal('utf-8'),
})
export const statusBody = z.object({
  ...login,
  phone: z.string().min(1),
  id: number,
  charset: z.literal('utf-8'),
})
export const balanceBody = z.object({ ...login, cur: z.literal('1') })

/** An error first: it may carry an `id` too. */
export const errorReply = z.object({
  error: z.string(),
  error_code: z.int(),
  id: z.unknown().optional(),
})
export const sentReply = z.object({
  id: z.union([z.int(), z.string()]),
  cnt: z.int().positive(),
  error: z.undefined().optional(),
})
export const statusReply = z.object({ status: z.int(), err: z.unknown().optional() })
export const balanceReply = z.object({
  balance: z.union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number()]),
  currency: z.string().optional(),
})

/**
 * An equal request within a minute: the first may be theirs. The same code with another text means
 * too many connections.
 */
export const duplicate = { error_code: 9, error: 'duplicate request, wait a minute' }
/** States of a message that they have. Any other but those of a failure is unclear. */
export const takenStatuses: readonly number[] = [-2, -1, 0, 1, 2, 3, 4]
export const notFound = -3

/** Kind of refusal of each of their codes. */
export const refusals: Readonly<Record<number, RefusalKind>> = {
  1: 'ours',
  2: 'ours',
  3: 'ours',
  4: 'later',
  5: 'ours',
  6: 'ours',
  7: 'final',
  8: 'final',
  9: 'later',
}
/** States of a message they have that it will not leave, and whose matter that is. */
export const failedStatuses: Readonly<Record<number, RefusalKind>> = {
  20: 'final',
  22: 'final',
  23: 'ours',
  24: 'ours',
  25: 'final',
}
