import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { almatyClock, type Day } from '#domain/calendar.ts'
import type { ClaimAnswers } from '#domain/claim-way/answers.ts'
import { dayFault, insuresOn } from '#domain/claim-way/day.ts'
import { bestDocument, documentVerdict } from '#domain/documents-verdict.ts'
import { addMs, claimTokenMs } from '#domain/lifetimes.ts'
import { namesOf } from '#domain/person.ts'
import { isPlate } from '#domain/plate.ts'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import { claimConsentPurpose } from '#texts/consent.ts'
import { fieldText } from '#texts/fields.ts'
import { type Account, myAccount, worksAtConsole } from '../accounts/accounts.ts'
import { accountOfProved } from '../accounts/phones.ts'
import { askerOf } from '../consent/consent-facts.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { createToken } from '../http/create-token.ts'
import type { Counted } from '../http/limits.ts'
import { HttpError, invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { keepPerson } from '../persons/people.ts'
import { registeredPerson } from '../persons/registered-person.ts'
import { identityConfirmed, refuseTooMany } from './draft.ts'
import { type ClaimPolicy, claimPolicies, insuredDays } from './queries.ts'

/**
 * Limits the days of one number a caller gets answers for, across all calls: an answered day is
 * free again, and other days are so few in a month that a typo can be corrected but nobody finds
 * out when a contract began or ended. Returns null if allowed, else the seconds until another day
 * may be queried.
 */
export async function waitForDay(
  { limits, me }: Pick<Context, 'limits' | 'me'>,
  { named, on }: { named: string; on: Day },
): Promise<number | null> {
  // Begins with the caller's IIN, so that erasure finds it.
  const key = (of: string) =>
    `${me().iin}:${createHash('sha256').update(of).digest('hex').slice(0, 24)}`
  const day = key(`${named} ${on}`)
  if (await limits.spent([['daysAnswered', day]])) return null
  const wait = await limits.takeOrWait('daysPerNumber', key(named))
  if (wait === null) await limits.take('daysAnswered', day)
  return wait
}

/**
 * Looks a third party up in the register of persons, with the consent their code gave, so that the
 * form needs neither name nor photographs of the document. A register without a reply blocks
 * nothing: the claim then requires both sides of the document, and the look-up is repeated later.
 */
export async function askIdentity(context: Context): Promise<void> {
  const { db, me, clock, log } = context
  const { iin } = me()
  if (await identityConfirmed(db, iin)) return
  try {
    const asker = await askerOf(db, me())
    const person = await registeredPerson(context, asker, iin, claimConsentPurpose)
    if (!person || person === 'not_asked') return
    if (documentVerdict(person.documents, clock.today()) !== 'ok') return
    const document = bestDocument(person.documents, clock.today())
    await keepPerson(
      db,
      {
        iin,
        clientId: 0,
        ...namesOf(person),
        birthDate: person.birthDate,
        document: document
          ? {
              type: document.type,
              number: document.number,
              issueDate: document.issueDate,
              issuer: document.issuer,
            }
          : null,
        licence: null,
        bonusMalus: { kind: '', class: '' },
        privilege: false,
      },
      { at: clock.now(), typed: false },
    )
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    log.warn({ err: cause }, 'the register of persons did not say who claims')
  }
}

type Named = { named: string; on: Day }

/**
 * Begins the claim of a person harmed by a client of ours (decision 224). The caller has proved IIN
 * and phone; the answer is what the law gives them: if there is a policy of that day, and its
 * insurer. Counts before any look-up; a wrong number, a policy of another day and one that was
 * never sold get the same answer, and each queries the unified database. Answers few days per
 * number, so that nobody finds out its insured period.
 */
export const beginThirdParty = handle('claimThirdParty', async ({ id, named, on }, context) => {
  const { me, limits, address, locale } = context
  refuseDay(context, on)
  const own: readonly Counted[] = [
    ['thirdPartiesPerAddress', address],
    ['thirdPartiesPerPerson', me().iin],
  ]
  const wait = await limits.takeInAll('thirdPartiesInAll', me().iin, own)
  if (wait !== null)
    throw new HttpError(
      429,
      { code: refusals.passwordResetRateLimit },
      { 'retry-after': String(wait) },
    )
  if ((await waitForDay(context, { named, on })) !== null) {
    await limits.restoreAll(own)
    throw invalid([{ path: 'on', message: fieldText('claim_days_asked', locale) }])
  }
  const found = await policyNamed(context, { named, on })
  if ('insurer' in found) return ok({ draft: null, insurer: found.insurer, token: null })
  if (found.policyholder_iin === me().iin) throw ownPolicy(context)
  const begun = await begin(context, { id, named, on }, found)
  if (begun === 'other phone') return refuse(context.locale, refusals.otherCabinetPhone)
  await askIdentity(context)
  return ok({ draft: begun.draft, insurer: null, token: begun.token })
})

/** Throws 422 on `on` for a future day, or one whose claims have expired by law. */
function refuseDay({ clock, locale }: Context, on: Day): void {
  const minute = almatyClock(clock.now()).slice(11, 16)
  const fault = dayFault({ on }, { today: clock.today(), minute }, null)
  if (fault) throw invalid([{ path: 'on', message: fieldText(fault, locale) }])
}

const ownPolicy = ({ locale }: Context) =>
  invalid([{ path: 'named', message: fieldText('claim_own_policy', locale) }])

/**
 * Returns our policy in force that day; else the insurer the unified database names for a plate.
 * Reveals nothing for a policy number.
 */
async function policyNamed(
  { db, systems, reference, locale }: Context,
  { named, on }: Named,
): Promise<ClaimPolicy | { insurer: string | null }> {
  const theirs = isPlate(named)
    ? (await systems.esbd.policiesOfVehicle({ plate: named }, on)).filter(
        ({ start, end }) => start <= on && on <= end,
      )
    : []
  const [first] = theirs
  const known = await systems.esbd.findByGlobalId(first?.globalId ?? named)
  const numbers = [...theirs.map(({ globalId }) => globalId), ...(isPlate(named) ? [] : [named])]
  const car = JSON.stringify({ vehicles: [{ plate: named }] })
  const ofThatDay = await claimPolicies(db)
    .where((is) =>
      is.or([
        is('global_id', 'in', [...numbers, '']),
        is('number', 'in', [...numbers, '']),
        ...(isPlate(named) ? [sql<boolean>`facts @> ${car}::jsonb`] : []),
      ]),
    )
    .where('start_date', '<=', on)
    .where('end_date', '>=', on)
    .orderBy('start_date', 'desc')
    .execute()
  // A policy cancelled or ended before that day did not insure it.
  const [ours] = ofThatDay.filter((policy) => insuresOn(insuredDays(policy), on))
  if (ours) return ours
  const insurer = first
    ? (await reference.insurers(on)).find(
        ({ esbdSystemId }) => esbdSystemId === known?.insurerSystemId,
      )
    : undefined
  return { insurer: insurer?.name[locale] ?? null }
}

/**
 * Stores the draft and, for a caller without a session, the token of this one claim, in one
 * transaction. Idempotent by the draft's id.
 */
function begin(context: Context, of: Named & { id: string }, policy: ClaimPolicy) {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const account = await accountFor(tx, context)
    if (account === 'other phone') return account
    const now = clock.now()
    const home = policy.kind === 'home'
    const answers: ClaimAnswers = home
      ? { happened: 'home', harmed: 'third-party', on: of.on }
      : { happened: 'hit-me', on: of.on }
    const begun = await tx
      .insertInto('claim_drafts')
      .values({
        id: of.id,
        account_id: account.id,
        policy_id: policy.id,
        against: of.named,
        answers: JSON.stringify(answers),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (begun) await refuseTooMany(tx, context, account)
    const kept = await tx
      .selectFrom('claim_drafts')
      .select('id')
      .where('id', '=', of.id)
      .where('account_id', '=', account.id)
      .where('against', 'is not', null)
      .executeTakeFirst()
    if (!kept) throw invalid([{ path: 'id', message: fieldText('uuid', context.locale) }])
    return { draft: kept.id, token: await tokenFor(tx, context, account, kept.id) }
  })
}

/**
 * Returns the caller's cabinet. A code to their phone and the register of phones have proved it, as
 * for a buyer (`accountOfProved`); a cabinet with another phone, or a desk's, opens by its own
 * sign-in alone.
 */
async function accountFor(tx: Tx, context: Context): Promise<Account | 'other phone'> {
  const { me, locale, config, device } = context
  const { iin, phone, accountId } = me()
  if (accountId) return myAccount(tx, me())
  if (!phone) throw new HttpError(401)
  const account = await accountOfProved(tx, context, { iin, phone, locale, device })
  if (account.blocked_at) throw new HttpError(401)
  const twoSteps = config.staffSignInCode && worksAtConsole(account)
  return account.phone === phone && !twoSteps ? account : 'other phone'
}

/**
 * Returns a token for the begun claim alone, not for the cabinet: a caller who may only buy has
 * proved too little for a sign-in, and maybe long ago.
 */
async function tokenFor(
  tx: Tx,
  { me, device, clock }: Context,
  account: Account,
  draftId: string,
): Promise<string | null> {
  const { accountId, provedAt } = me()
  if (accountId) return null
  return createToken(
    tx,
    {
      kind: 'claim',
      iin: account.iin,
      phone: account.phone,
      draftId,
      provedAt,
      session: { accountId: account.id, device, beganBy: 'code' },
    },
    clock.now(),
    addMs(provedAt, claimTokenMs),
  )
}

/**
 * Returns if the other car was insured that day, and by which insurer, from the unified database;
 * reveals no terms and no policyholder. Counted, so that nobody lists the insured; answers few days
 * per car, so that nobody finds out its insured period.
 */
export const otherCar = handle('claimOtherCar', async ({ plate, on }, context) => {
  const { db, me, limits, systems, reference, locale } = context
  await myAccount(db, me())
  await limits.count('otherCarsPerClient', me().iin)
  const wait = await waitForDay(context, { named: plate, on })
  if (wait !== null)
    throw new HttpError(
      429,
      { code: refusals.passwordResetRateLimit },
      { 'retry-after': String(wait) },
    )
  const [policy] = (await systems.esbd.policiesOfVehicle({ plate }, on)).filter(
    ({ start, end }) => start <= on && on <= end,
  )
  if (!policy) return ok({ insured: false, insurer: null })
  const found = await systems.esbd.findByGlobalId(policy.globalId)
  const insurer = (await reference.insurers(on)).find(
    ({ esbdSystemId }) => esbdSystemId === found?.insurerSystemId,
  )
  return ok({ insured: true, insurer: insurer?.name[locale] ?? null })
})
