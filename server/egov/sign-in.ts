import { brand } from '#brand'
import type { SignInProblem } from '#domain/egov.ts'
import { birthDateOf } from '#domain/iin.ts'
import { addMs, consentLifeMs, signInMs } from '#domain/lifetimes.ts'
import type { Locale } from '#domain/locale.ts'
import { parseLocale } from '#domain/locale.ts'
import { namesOf } from '#domain/person.ts'
import { Unavailable } from '#systems/http.ts'
import type { EgovPerson } from '#systems/idp/port.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { type Account, signIn, worksAtConsole } from '../accounts/accounts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { randomKey } from '../http/create-token.ts'
import { tokenHash } from '../http/identity.ts'

/** Pages of ours that show the consent to the personal-data policy before the sign-in. */
const CONSENTING = new RegExp(`^/(ru/)?egov/policy/${brand.code}-(ogpo|home)/calculator(\\?|$)`)

async function record(
  tx: Tx,
  deps: Deps,
  person: EgovPerson,
  of: { locale: Locale; path: string | null; device: string },
) {
  const { clock, config } = deps
  const now = clock.now()
  const { iin } = person
  const account = await tx
    .insertInto('accounts')
    .values({ iin, ...namesOf(person), locale: of.locale, created_at: now })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doUpdateSet({ locale: of.locale }))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (account.blocked_at) return { problem: 'blocked' as const }
  // One proof does not suffice for a desk, even e-ID.
  if (config.staffSignInCode && worksAtConsole(account)) return { problem: 'desk' as const }
  const phone = await phoneOf(tx, deps, account, { given: person.phone, device: of.device })
  await keepNames(tx, person, now)
  const agreedBy = phone.phone ?? person.phone
  if (agreedBy && CONSENTING.test(of.path ?? '')) await keepConsent(tx, iin, agreedBy, now)
  const session = await signIn(
    tx,
    { ...account, phone: phone.phone },
    { device: of.device, beganBy: 'egov', now, deskIdleMs: config.deskIdleMs },
  )
  return { problem: phone.problem, token: session.token, role: account.role }
}

/**
 * Returns the account's phone: its own; else the provider's, unless that is another account's: then
 * nothing moves silently.
 */
async function phoneOf(
  tx: Tx,
  deps: Deps,
  account: Account,
  { given, device }: { given: string | null; device: string },
): Promise<{ phone: string | null; problem: SignInProblem | null }> {
  if (account.phone) return { phone: account.phone, problem: null }
  if (!given) return { phone: null, problem: 'no_phone' }
  const taken = await tx
    .selectFrom('accounts')
    .select('id')
    .where('realm', '=', 'cabinet')
    .where('phone', '=', given)
    .executeTakeFirst()
  if (taken) return { phone: null, problem: 'phone_taken' }
  await changeEntry(tx, deps, 'phone_set', {
    before: account,
    set: { phone: given },
    actor: 'client:egov',
    device,
  })
  return { phone: given, problem: null }
}

/**
 * Stores the names as the state gives them; keeps a register's data of the person, and drops typed
 * ones.
 */
async function keepNames(tx: Tx, person: EgovPerson, now: Date) {
  const { iin } = person
  const birth_date = birthDateOf(iin)
  // A foreigner's number may not contain it, nor does the provider send it: the registers will.
  if (birth_date === null) return
  const row = {
    ...namesOf(person),
    birth_date,
    origin: 'egov',
    checked_at: now,
  }
  await tx
    .insertInto('people')
    .values({ iin, ...row })
    .onConflict((conflict) =>
      conflict.column('iin').doUpdateSet(row).where('people.origin', '<>', 'register'),
    )
    .execute()
}

async function keepConsent(tx: Tx, iin: string, phone: string, now: Date) {
  await tx
    .insertInto('consents')
    .values({
      iin,
      phone,
      kind: 'policyholder',
      state: 'approved',
      channel: 'egov',
      text_version: legalVersions.personalData,
      asked_by: iin,
      requested_at: now,
      answer_until: now,
      answered_at: now,
      valid_until: addMs(now, consentLifeMs),
    })
    .execute()
}

/**
 * Sign-in by the government's e-ID: OAuth 2.0 with a one-time state that is bound to the browser it
 * was begun in.
 */
export type Finished = { locale: Locale; path: string | null } & (
  | { problem: SignInProblem; token?: undefined }
  | { problem: SignInProblem | null; token: string; role: string }
)

/**
 * Stores the begun sign-in and returns the address to send the browser to. `browser`: the browser's
 * own random cookie.
 */
export async function beginSignIn(
  deps: Deps,
  of: { browser: string; path: string | null; locale: Locale; redirectUri: string },
): Promise<string> {
  const now = deps.clock.now()
  const state = randomKey()
  const verifier = `${randomKey()}${randomKey()}`
  await deps.db
    .insertInto('idp_sign_ins')
    .values({
      state: tokenHash(state),
      browser: tokenHash(of.browser),
      return_path: of.path,
      locale: of.locale,
      verifier,
      created_at: now,
      expires_at: addMs(now, signInMs),
    })
    .execute()
  return deps.systems.idp.signInUrl({
    state,
    redirectUri: of.redirectUri,
    locale: of.locale,
    verifier,
  })
}

/**
 * Handles the provider's return, once: exchanges the code, and signs the person in to the cabinet
 * account of that IIN.
 */
export async function finishSignIn(
  deps: Deps,
  of: { callback: URL; browser: string; device: string; locale: Locale },
): Promise<Finished> {
  const { db, clock, systems } = deps
  const now = clock.now()
  const state = of.callback.searchParams.get('state') ?? ''
  const begun = await db
    .updateTable('idp_sign_ins')
    .set({ used_at: now })
    .where('state', '=', tokenHash(state))
    .where('browser', '=', tokenHash(of.browser))
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!begun)
    return {
      problem: 'state',
      ...(await lastBegun(db, { state, browser: of.browser, locale: of.locale })),
    }
  const back = { locale: parseLocale(begun.locale), path: begun.return_path }
  if (begun.expires_at <= now) return { problem: 'expired', ...back }
  try {
    const end = await systems.idp.finishSignIn({
      callback: of.callback,
      state,
      verifier: begun.verifier,
      key: begun.id,
    })
    if (end.kind !== 'person') return { problem: end.kind, ...back }
    return {
      ...(await db
        .transaction()
        .execute((tx) => record(tx, deps, end.person, { ...back, device: of.device }))),
      ...back,
    }
  } catch (cause) {
    // The caller is a browser, not a program: on any failure it gets a page.
    const isTheirs = cause instanceof Unavailable
    deps.log[isTheirs ? 'warn' : 'error'](
      { err: cause, signIn: begun.id },
      isTheirs ? 'the identity provider did not finish a sign-in' : 'a sign-in failed',
    )
    return { problem: 'unavailable', ...back }
  }
}

/**
 * Returns language and return path for a state that is no longer valid: of its own sign-in, else of
 * this browser's last one. Only that browser gets the path.
 */
async function lastBegun(
  db: Sql,
  of: { state: string; browser: string; locale: Locale },
): Promise<{ locale: Locale; path: string | null }> {
  const browser = tokenHash(of.browser)
  const row = await db
    .selectFrom('idp_sign_ins')
    .select(['locale', 'return_path', 'browser'])
    .where((is) => is.or([is('state', '=', tokenHash(of.state)), is('browser', '=', browser)]))
    .orderBy((is) => is('state', '=', tokenHash(of.state)), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { locale: of.locale, path: null }
  return {
    locale: parseLocale(row.locale),
    path: row.browser.equals(browser) ? row.return_path : null,
  }
}

/** Deletes unfinished sign-ins after a day. */
export async function dropSignIns({ db, clock }: Deps): Promise<void> {
  await db
    .deleteFrom('idp_sign_ins')
    .where('expires_at', '<', addMs(clock.now(), -86_400_000))
    .execute()
}
