import { brand } from '#brand'
import type { SignInProblem } from '#domain/egov.ts'
import { birthDateOf } from '#domain/iin.ts'
import { addMs, consentLifeMs } from '#domain/lifetimes.ts'
import type { Locale } from '#domain/locale.ts'
import { namesOf } from '#domain/person.ts'
import type { EgovPerson } from '#systems/idp/port.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { type Account, signIn, worksAtConsole } from '../accounts/accounts.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'

/**
 * What is entered through a page of ours that shows the consent to the personal-data policy before
 * the sign-in.
 */
const CONSENTING = new RegExp(`^/(ru/)?egov/policy/${brand.code}-(ogpo|home)/calculator(\\?|$)`)

export async function record(
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
  // One proof is not enough for a desk, whoever gives it.
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
 * The account keeps its own phone; without one it takes the provider's, unless that is another
 * account's: then nothing moves silently.
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
 * The names as the state gives them; what a register said of the person stays, what was typed by
 * hand does not.
 */
async function keepNames(tx: Tx, person: EgovPerson, now: Date) {
  const { iin } = person
  const row = {
    ...namesOf(person),
    birth_date: birthDateOf(iin) ?? '',
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
