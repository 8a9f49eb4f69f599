import { z } from 'zod'
import { addMs, consentAnswerMs } from '#domain/lifetimes.ts'
import type { PersonConsent } from '#systems/consent.ts'
import { TOKEN_MS } from '#systems/kdp/protocol.ts'
import { type Sql, sealed } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Asker } from './consent-facts.ts'

/** Tokens of a consent: stored sealed, bound to their recipient and person. */

export type Has = Pick<Deps, 'db' | 'systems' | 'config' | 'clock'>
export const Stored = z.object({ token: z.string().min(1), publicKey: z.string().min(1) })
export const PURPOSE = 'consent-token'

/**
 * Stores the state's token, encrypted and until it expires; replaces an older one of the same asker
 * and person.
 */
export async function keepToken(
  { db, config, clock }: Has,
  of: Asker & { iin: string; consentId: string | null; requestNumber: string },
  consent: PersonConsent,
): Promise<void> {
  const now = clock.now()
  const row = {
    consent_id: of.consentId,
    request_number: of.requestNumber,
    asked_at: now,
    sealed: sealed(
      config.signingKey,
      { purpose: PURPOSE, bound: boundTo(of) },
      JSON.stringify(consent),
    ),
    expires_at: addMs(now, TOKEN_MS),
  }
  await db
    .insertInto('consent_tokens')
    .values({ iin: of.iin, asked_by: of.asked_by, asker: of.asker, ...row })
    .onConflict((conflict) => conflict.columns(['iin', 'asked_by', 'asker']).doUpdateSet(row))
    .execute()
}

/** Deletes the token of a withdrawn consent, and that of the asker's word about them. */
export const forgetTokens = (db: Sql, of: Asker & { iin: string }) =>
  db
    .deleteFrom('consent_tokens')
    .where('iin', '=', of.iin)
    .where('asked_by', '=', of.asked_by)
    .where('asker', '=', of.asker)
    .execute()

/** Tokens that are over, and processes that gave none. */
export async function dropTokens({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('consent_tokens').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('consent_tokens')
    .where('sealed', 'is', null)
    .where('asked_at', '<=', addMs(now, -consentAnswerMs))
    .execute()
}

/** A token as stored. */
export type Token = { iin: string; asked_by: string; asker: string; sealed: Buffer | null }

/** Selects a person's valid tokens in any role, the longest valid first. */
export const selectTokens = (sql: Sql, askedBy: string, now: Date) =>
  sql
    .selectFrom('consent_tokens')
    .select(['consent_tokens.iin', 'consent_tokens.asked_by', 'consent_tokens.asker'])
    .where('consent_tokens.asked_by', '=', askedBy)
    .where('consent_tokens.sealed', 'is not', null)
    .where('consent_tokens.expires_at', '>', now)
    .orderBy('consent_tokens.expires_at', 'desc')

export const boundTo = (of: { iin: string; asked_by: string; asker: string }): string =>
  `${of.iin}:${of.asked_by}:${of.asker}`
