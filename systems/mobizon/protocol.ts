import { z } from 'zod'
import type { RefusalKind } from '../sms/port.ts'

/**
 * Mobizon's HTTP API v1, JSON: every answer is HTTP 200 with `{code, data, message}`.
 *
 * Evidence, line by line (`mobizon/mobizon-api-docs`, the operator's own sources of
 * mobizon.kz/help/api-docs, files of `src/v1/en/`; `mobizon/mobizon-php`, src/MobizonApi.php, its
 * own library; `caioagiani/mobizon-api-doc`, README.md, answers as they came):
 * - `https://api.mobizon.kz/service/<module>/<method>?api=v1&apiKey=…&output=json`, the rest as a
 *   form by POST (MobizonApi.php, which writes module and method in small letters; `apiKey` has 40
 *   or 70 letters and figures). The README of caioagiani has `apiKey`, `api` and `output` in the
 *   form.
 * - `message/sendSmsMessage` (message/api/sendSmsMessage.md): `recipient` of digits, `text`, `from`
 *   (without a registered one a shared one is used), `params[name]`, the name of the campaign;
 *   answers `campaignId`, `messageId` (figures, in the README as texts) and `status`: 1 awaits
 *   moderation, 2 sent without. Codes 0 and 1.
 * - `message/list` (message/api/list.md): `criteria[to]` (also a part of the number),
 *   `criteria[text]` (the whole of it), `pagination[pageSize]` 25, 50 or 100, `currentPage` from 0;
 *   answers `items` with `id`, `to`, `text`, `status`, and `totalItemCount`. In the README each
 *   item also has `campaign` with its `name`.
 * - `message/getSMSStatus` queries by `messageId`, which a lost answer leaves unknown: not used.
 * - `user/getOwnBalance` (docs/examples/balance.php): `balance`, `currency`.
 * - codes (_other/apiCode.md): 0 done, 1 a field is wrong (`data` names it), 2 not found, 3
 *   unidentified, 4 module, 5 method, 6 format, 8 login, 9 no access to the method, 10 not saved,
 *   11 a parameter is missing, 12 a parameter against a limit, 13 another server serves this user,
 *   14 account blocked or deleted, 15 error of an operation, 30 too often, 98 done in part, 99 none
 *   done, 100 goes on in the background, 999 a general error.
 * - states (_other/smsStatus.md): NEW, ENQUEUD, ACCEPTD, PDLIVRD and DELIVRD; UNDELIV, EXPIRED,
 *   REJECTD and DELETED are final, and nothing arrived.
 *
 * They have no idempotency key: a repeat is a second message.
 *
 * Guess [A]: the form takes `apiKey` here too, so that it is in no address and no log.
 * Guess [A]: an accepted message is in the list at once, and the item has the campaign's name. An
 * item without a name is taken for ours.
 * Guess [A]: of the fields in `data` of code 1 only `recipient` is about the number.
 * Guess [A]: no code is named for an empty account. Any code that leaves open whether something was
 * done (3, 10, 15, 98, 99, 100, 999, a new one) is unclear, and we query the list.
 * Guess [A]: REJECTD and DELETED have many reasons; the number's is one of several.
 */
export const paths = {
  sendSmsMessage: '/service/message/sendsmsmessage',
  list: '/service/message/list',
  getOwnBalance: '/service/user/getownbalance',
} as const
export type Operation = keyof typeof paths

const access = {
  apiKey: z.string().regex(/^([a-z0-9]{40}|[a-z0-9]{70})$/i),
  api: z.literal('v1'),
  output: z.literal('json'),
}
export const sendBody = z.strictObject({
  ...access,
  recipient: z.string().regex(/^\+?\d+$/),
  text: z.string().min(1),
  from: z.string().optional(),
  'params[name]': z.string().optional(),
})
export const listBody = z.strictObject({
  ...access,
  'criteria[to]': z.string().regex(/^\d+$/),
  'criteria[text]': z.string().min(1),
  'pagination[pageSize]': z.enum(['25', '50', '100']),
  'pagination[currentPage]': z.string().regex(/^\d+$/),
})
export const balanceBody = z.strictObject(access)

export const anyReply = z.object({
  code: z.int(),
  data: z.unknown().optional(),
  message: z.string().nullish(),
})
const id = z.union([z.int().positive(), z.string().regex(/^\d+$/)])
export const sentData = z.object({ messageId: id, campaignId: id })
export const item = z.object({
  to: z.string(),
  text: z.string(),
  status: z.string(),
  campaign: z.object({ name: z.string().nullish() }).nullish(),
})
export const listData = z.object({
  items: z.array(item),
  totalItemCount: z.union([z.int().min(0), z.string().regex(/^\d+$/)]),
})
export const balanceData = z.object({
  balance: z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]),
  currency: z.string().optional(),
})

/** Codes that say that surely nothing was done, and whose matter each is. */
export const refusals: Readonly<Record<number, RefusalKind>> = {
  1: 'ours',
  2: 'ours',
  4: 'ours',
  5: 'ours',
  6: 'ours',
  8: 'ours',
  9: 'ours',
  11: 'ours',
  12: 'ours',
  13: 'ours',
  14: 'ours',
  30: 'later',
}
/** The field of code 1 that is about the number. */
export const ofNumber = 'recipient'

/** States of a message that they have, or that has come as far as it could. */
export const takenStates: readonly string[] = [
  'NEW',
  'ENQUEUD',
  'ACCEPTD',
  'PDLIVRD',
  'DELIVRD',
  'EXPIRED',
]
/** States of a message that will not arrive, and whose matter that is. */
export const failedStates: Readonly<Record<string, RefusalKind>> = {
  UNDELIV: 'final',
  REJECTD: 'ours',
  DELETED: 'ours',
}
