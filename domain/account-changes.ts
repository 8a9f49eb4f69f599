/**
 * Changes of how an account is entered. `told`: to the phone and e-mail as they were, or to the
 * e-mail alone, because the phone has its own SMS or is the one that went. `undo`: the message
 * carries "it was not me".
 */
export const accountChanges = {
  password_changed: { told: 'both', undo: true },
  email_changed: { told: 'both', undo: true },
  phone_changed: { told: 'both', undo: true },
  email_corrected: { told: 'both', undo: true },
  password_sent: { told: 'mail', undo: true },
  password_reset: { told: 'mail', undo: false },
  phone_set: { told: 'mail', undo: false },
  phone_left: { told: 'mail', undo: false },
} as const satisfies Record<string, { told: 'both' | 'mail'; undo: boolean }>
export type AccountChange = keyof typeof accountChanges

export const isAccountChange = (text: string): text is AccountChange => text in accountChanges
