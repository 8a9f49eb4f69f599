import { accountNoticeJob } from '../jobs/definitions.ts'
import { asksFor, type Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { unsentMessages } from '../messaging/work.ts'
import { sendAccountNotice } from './account-changes.ts'

const FAILURES_KEPT_MS = 3_600_000

/** Messages about changed accounts. */
export const accountWork = [
  works(accountNoticeJob, (deps, { messageId }) => sendAccountNotice(deps, messageId)),
]

/** Failed and unfinished sign-ins that count no longer. */
export const signInRecoveries: readonly Recovery[] = [
  asksFor('notices of accounts not sent', accountNoticeJob, ({ db }, times) =>
    unsentMessages(db, 'account_change_id', times),
  ),
  {
    name: 'changes of accounts whose key is over',
    recover: ({ db }, { now }) =>
      db.deleteFrom('account_changes').where('expires_at', '<', now).execute(),
  },
  {
    name: 'failed sign-ins',
    recover: ({ db }, { ago }) =>
      db.deleteFrom('sign_in_failures').where('at', '<', ago(FAILURES_KEPT_MS)).execute(),
  },
  {
    name: 'locks of sign-in',
    recover: ({ db }, { now }) => db.deleteFrom('sign_in_locks').where('until', '<', now).execute(),
  },
  {
    name: 'sign-ins without their second step',
    recover: ({ db }, { now }) =>
      db.deleteFrom('pending_sign_ins').where('expires_at', '<', now).execute(),
  },
]
