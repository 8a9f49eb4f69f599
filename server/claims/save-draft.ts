import { ClaimAnswers } from '#contract/claim-draft.ts'
import { almatyClock } from '#domain/calendar.ts'
import { type ClaimAnswers as Answers, productOf } from '#domain/claim-way/answers.ts'
import { dayFault } from '#domain/claim-way/day.ts'
import { fieldText } from '#texts/fields.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { insuredDays } from './claim-policies.ts'
import { policyOfDraft } from './draft-policy.ts'
import { AT_MOST, type DraftRow, opensDraft } from './draft-row.ts'
import { shown } from './drafts.ts'

/** Keeps what the client has written so far. */

/**
 * Throws 422 on `on` where the day cannot be, or is not of this policy. A third party's day was asked
 * about when they began, and nothing more is told of the policy's days.
 */
export async function checkDay(
  context: Context,
  row: Pick<DraftRow, 'against' | 'policy_id'>,
  answers: Answers,
): Promise<void> {
  const { db, me, clock, locale } = context
  const policy = await policyOfDraft(db, me().iin, row, answers)
  if (answers.policy && (!policy || policy.kind !== product(answers, policy.kind)))
    throw invalid([{ path: 'policy', message: fieldText('required', locale) }])
  const fault = dayFault(
    answers,
    { today: clock.today(), minute: almatyClock(clock.now()).slice(11, 16) },
    policy && row.against === null ? insuredDays(policy) : null,
  )
  if (fault) throw invalid([{ path: 'on', message: fieldText(fault, locale) }])
}
const product = ({ happened }: Answers, otherwise: string): string =>
  happened ? productOf[happened] : otherwise

/**
 * The answers that changed join those that are there, under the draft's lock, so that two devices
 * lose none of each other's.
 */
export const saveDraft = handle('claimDraftSave', async ({ id, answers }, context) => {
  const { db, me, clock, limits, locale } = context
  const account = await myAccount(db, me())
  if (!opensDraft(me(), id)) throw notFound()
  await limits.count('claimDraftsPerClient', account.id)
  const now = clock.now()
  const row = await db.transaction().execute(async (tx) => {
    const begun = await tx
      .insertInto('claim_drafts')
      .values({ id, account_id: account.id, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (begun) await refuseTooMany(tx, context, account)
    const before = await tx
      .selectFrom('claim_drafts')
      .select(['answers', 'against', 'policy_id'])
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .where('claim_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound()
    const was = ClaimAnswers.parse(before.answers)
    if (before.against && answers.on && answers.on !== was.on)
      throw invalid([{ path: 'on', message: fieldText('claim_day_named', locale) }])
    const whole = ClaimAnswers.parse({ ...was, ...answers, ...(before.against ? fixed(was) : {}) })
    await checkDay({ ...context, db: tx as unknown as Context['db'] }, before, whole)
    const policy = await policyOfDraft(tx, me().iin, before, whole)
    return tx
      .updateTable('claim_drafts')
      .set((expression) => ({
        answers: JSON.stringify(whole),
        policy_id: policy?.id ?? null,
        version: expression('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return ok(await shown(context, row))
})

/** What a third party said at the beginning stays: another contract is another claim. */
const fixed = ({ happened, harmed, on }: Answers): Answers => ({
  happened,
  harmed,
  on,
  policy: undefined,
})

/** 422 on `id` where the draft just begun is one too many; the account's row keeps two apart. */
export async function refuseTooMany(
  tx: Tx,
  { locale }: Context,
  account: Pick<Account, 'id'>,
): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account.id)
    .forNoKeyUpdate()
    .execute()
  const { open } = await tx
    .selectFrom('claim_drafts')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('account_id', '=', account.id)
    .where('claim_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(open) > AT_MOST)
    throw invalid([{ path: 'id', message: fieldText('claims_too_many', locale) }])
}
