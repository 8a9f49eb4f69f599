import { sql } from 'kysely'
import { almatyClock, type Day } from '#domain/calendar.ts'
import type { ClaimAnswers } from '#domain/claim-way/answers.ts'
import { dayFault, insuresOn } from '#domain/claim-way/day.ts'
import { addMs, claimTokenMs } from '#domain/lifetimes.ts'
import { isPlate } from '#domain/plate.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { type Account, myAccount, worksAtConsole } from '../accounts/accounts.ts'
import { accountOfProved } from '../accounts/phones.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { createToken } from '../http/create-token.ts'
import { HttpError, invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { type ClaimPolicy, claimPolicies, insuredDays } from './claim-policies.ts'
import { waitForDay } from './few-days.ts'
import { refuseTooMany } from './save-draft.ts'
import { askIdentity } from './third-party-identity.ts'

type Named = { named: string; on: Day }

/**
 * Begins the claim of somebody whom a client of ours harmed (decision 224). Whoever asks has proved
 * IIN and phone; what they are told is what the law gives them: whether there is a policy of that
 * day and its insurer. Counted before anything is looked up; a wrong number, a policy of another
 * day and one that was never sold are answered alike, and the unified database is asked about each.
 * Of one number few days are answered, so that nobody finds out from when to when it is insured.
 */
export const beginThirdParty = handle('claimThirdParty', async ({ id, named, on }, context) => {
  const { me, limits, address, locale } = context
  await limits.count('thirdPartiesPerAddress', address)
  await limits.count('thirdPartiesPerPerson', me().iin)
  const wait = await limits.takeInAll('thirdPartiesInAll', me().iin)
  if (wait !== null)
    throw new HttpError(
      429,
      { code: refusals.passwordResetRateLimit },
      { 'retry-after': String(wait) },
    )
  refuseDay(context, on)
  if ((await waitForDay(context, { who: me().iin, named, on })) !== null)
    throw invalid([{ path: 'on', message: fieldText('claim_days_asked', locale) }])
  const found = await policyNamed(context, { named, on })
  if ('insurer' in found) return ok({ draft: null, insurer: found.insurer, token: null })
  if (found.policyholder_iin === me().iin) throw ownPolicy(context)
  const begun = await begin(context, { id, named, on }, found)
  if (begun === 'other phone') return refuse(context.locale, refusals.otherCabinetPhone)
  await askIdentity(context)
  return ok({ draft: begun.draft, insurer: null, token: begun.token })
})

/** 422 on `on` for a day that has not come, or of which the law protects no right any more. */
function refuseDay({ clock, locale }: Context, on: Day): void {
  const minute = almatyClock(clock.now()).slice(11, 16)
  const fault = dayFault({ on }, { today: clock.today(), minute }, null)
  if (fault) throw invalid([{ path: 'on', message: fieldText(fault, locale) }])
}

const ownPolicy = ({ locale }: Context) =>
  invalid([{ path: 'named', message: fieldText('claim_own_policy', locale) }])

/**
 * The policy of ours that was in force that day; else whom the unified database names as the
 * insurer of a plate. Of a policy's number nothing is told.
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
  // One that was cancelled, or ended before that day, insured nobody on it.
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
 * The draft, and for somebody without a session the token of this one claim: all of it or nothing.
 * Begun again with the same id it is the same claim.
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
 * The cabinet of whoever asks. A code to their phone and the register of phones have proved it, as
 * for somebody who buys (`accountOfProved`); a cabinet that has another phone, or a desk's, is
 * opened by its own sign-in alone.
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
 * What opens the claim that was begun, and nothing else of the cabinet: who may only buy has proved
 * too little for a sign-in, and maybe long ago.
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
