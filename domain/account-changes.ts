import type { AuditAct } from './audit-acts.ts'

/**
 * Changes of sign-in data, and acts of a session of which the owner should be notified. `told`: the
 * addressees: the phone and e-mail as they were before; or the e-mail alone, because the phone has
 * its own SMS or is the one removed, or because it is for information only; or none, because it
 * locks out only the person who did it. `undo`: the message carries "it was not me". `action`: its
 * line of the audit log, one for each change. "Set" means the account had none before.
 */
export const accountChanges = {
  password_changed: { told: 'both', undo: true },
  email_changed: { told: 'both', undo: true },
  email_set: { told: 'both', undo: true },
  phone_changed: { told: 'both', undo: true },
  email_corrected: { told: 'both', undo: true, action: 'client.email_corrected' },
  password_sent: { told: 'mail', undo: true },
  password_reset: { told: 'mail', undo: false, action: 'user.password_reset' },
  made_staff: { told: 'mail', undo: false, action: 'user.created' },
  phone_set: { told: 'mail', undo: true },
  phone_left: { told: 'mail', undo: false },
  not_me: { told: 'mail', undo: false },
  restored: { told: 'both', undo: false },
  deletion_asked: { told: 'both', undo: true },
  data_exported: { told: 'mail', undo: true },
  card_removed: { told: 'mail', undo: true },
  sessions_ended: { told: 'nobody', undo: false },
} as const satisfies Record<
  string,
  { told: 'both' | 'mail' | 'nobody'; undo: boolean; action?: AuditAct }
>
export type AccountChange = keyof typeof accountChanges

export const isAccountChange = (text: string): text is AccountChange => text in accountChanges

const changes = Object.keys(accountChanges).filter(isAccountChange)
export const actionOf = (change: AccountChange): AuditAct => {
  const rule = accountChanges[change]
  if ('action' in rule) return rule.action
  return `account.${change as Exclude<typeof change, 'email_corrected' | 'password_reset' | 'made_staff'>}`
}
/** The actions of the audit log that are an account's history, each with its change. */
export const changeOfAction: ReadonlyMap<string, AccountChange> = new Map(
  changes.map((change) => [actionOf(change), change]),
)
