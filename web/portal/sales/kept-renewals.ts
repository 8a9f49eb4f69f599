import type { Reply } from '../../http/api.ts'
import { keep, kept, keptPromoter } from '../device.ts'

export type ExpiringPolicy = Reply<'promoterExpiring'>['data']['policies'][number]
export type Contact = Reply<'promoterRenewalContact'>['data']
/** `contacts`: of the policies that have been opened, by their Global ID. */
type Kept = {
  owner: string
  savedAt: number
  policies: ExpiringPolicy[]
  contacts: Record<string, Contact>
}

/** The list as it was last seen here by who is signed in, for a place without a connection. */
export function keptRenewals(): Kept | null {
  const value = kept('renewals')
  return isKept(value) && value.owner === keptPromoter()?.id ? value : null
}

export function keepList(policies: ExpiringPolicy[], now = Date.now()): void {
  const owner = keptPromoter()?.id
  if (!owner) return
  // Who asked not to be called since is forgotten with their phone.
  const contacts = Object.fromEntries(
    Object.entries(keptRenewals()?.contacts ?? {}).filter(([globalId]) =>
      policies.some((policy) => policy.globalId === globalId && !policy.noCalls),
    ),
  )
  keep('renewals', { owner, savedAt: now, policies, contacts } satisfies Kept)
}

export function keepContact(globalId: string, contact: Contact | null): void {
  const before = keptRenewals()
  if (!before) return
  const { [globalId]: _old, ...others } = before.contacts
  keep('renewals', { ...before, contacts: contact ? { ...others, [globalId]: contact } : others })
}

// The door of what is kept: only `keepList` and `keepContact` make it.
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  'savedAt' in value &&
  'policies' in value &&
  Array.isArray(value.policies) &&
  'contacts' in value
