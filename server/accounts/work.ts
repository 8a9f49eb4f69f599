import type { Recovery } from '../jobs/recovery.ts'

const FAILURES_KEPT_MS = 3_600_000

/** Failed and unfinished sign-ins that count no longer. */
export const signInRecoveries: readonly Recovery[] = [
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
