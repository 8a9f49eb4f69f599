import type { TerminateReason } from '#domain/ogpo/refund.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { myAccount } from '../accounts/accounts.ts'
import { newCode, wrongCode } from '../codes/codes.ts'
import { inSession } from '../codes/guesses.ts'
import { askerOf } from '../consent/asker.ts'
import type { Sql } from '../db/connect.ts'
import { Answer, notFound, ok, refuse, refuseFor } from '../http/refuse.ts'
import { type Context, handle } from '../http/route.ts'
import {
  acceptEnding,
  acceptedEnding,
  calculateEnding,
  cancelPolicy,
  carryOut,
  type EndingRow,
  endingHindranceOf,
  endingStatusOf,
  sumsOf,
} from '../policies/terminations.ts'
import type { Policy } from '../policies/policy.ts'
import { registrationFindings } from '../policies/registration.ts'

async function ownPolicy(sql: Sql, globalId: string, iin: string): Promise<Policy> {
  const policy = await sql
    .selectFrom('policies')
    .selectAll()
    .where('kind', '=', 'ogpo')
    .where('global_id', '=', globalId)
    .where('policyholder_iin', '=', iin)
    .executeTakeFirst()
  if (!policy) throw notFound()
  return policy
}

/** Whoever signed in asks about themselves. */
const stillRegistered = async (context: Context, policy: Policy, reason: TerminateReason) =>
  registrationFindings(context, policy, reason, {
    ...(await askerOf(context.db, context.me())),
    vouched: true,
  })

/** First step: who, whether, how much (decisions, "Prices"). */
export const calcTerminate = handle(
  'cabinetCalcTerminate',
  async ({ globalId, terminateReason }, context) => {
    const { db, me, locale } = context
    const policy = await ownPolicy(db, globalId, me().iin)
    const hindrance = await endingHindranceOf(context, policy, false)
    if (hindrance) return refuse(locale, 14007, undefined, hindrance)
    const [first, ...others] = await stillRegistered(context, policy, terminateReason)
    if (first) return refuseFor(locale, [first, ...others])
    const ending = await calculateEnding(context, policy, terminateReason, `client:${me().kind}`)
    if (typeof ending === 'number') return refuse(locale, ending)
    return ok(sumsOf(ending))
  },
)

async function ownEnding(
  sql: Sql,
  calcId: string,
  iin: string,
): Promise<{ ending: EndingRow; policy: Policy }> {
  const ending = await sql
    .selectFrom('policy_endings')
    .selectAll()
    .where('id', '=', calcId)
    .where('kind', '=', 'terminate')
    .executeTakeFirst()
  const policy = ending
    ? await sql
        .selectFrom('policies')
        .selectAll()
        .where('id', '=', ending.policy_id)
        .where('policyholder_iin', '=', iin)
        .executeTakeFirst()
    : undefined
  if (!ending || !policy) throw notFound()
  return { ending, policy }
}

const aboutCode = (calcId: string, accountId: string) => ({
  purpose: 'terminate' as const,
  subject: calcId,
  accountId,
  guesser: inSession(accountId),
  browser: null,
})

export const sendTerminateCode = handle('cabinetSendTerminateCode', async ({ calcId }, context) => {
  const { db, me, limits, systems, locale } = context
  const account = await myAccount(db, me())
  const { policy } = await ownEnding(db, calcId, me().iin)
  if (!account.phone) return refuse(locale, 14002)
  await limits.count('codesPerAccount', account.id)
  const { id, code, sent } = await newCode(context, aboutCode(calcId, account.id))
  await systems.sms.send({
    to: account.phone,
    text: cabinetMessages.terminateCode(code, policy.global_id)[locale],
    key: id,
  })
  return ok(sent)
})

/**
 * Second step, confirmed by the code. The same calcId again answers how the same termination
 * stands.
 */
export const terminate = handle(
  'cabinetTerminate',
  async ({ globalId, terminateReason, calcId, refundAmount, code }, context) => {
    const { db, me, clock, locale } = context
    const account = await myAccount(db, me())
    const { ending, policy } = await ownEnding(db, calcId, me().iin)
    if (policy.global_id !== globalId) throw notFound()
    if (ending.reason !== terminateReason) return refuse(locale, 14007)
    if (refundAmount !== ending.refund)
      return refuse(locale, 14017, { refundAmount: ending.refund })
    if (ending.state === 'accepted' || ending.state === 'done')
      return ok(await carryOut(context, ending, policy))
    const hindrance = await endingHindranceOf(context, policy, false)
    if (hindrance) return refuse(locale, 14007, undefined, hindrance)
    if (clock.now() > ending.expires_at) return refuse(locale, 14017)
    const [first, ...others] = await stillRegistered(context, policy, terminateReason)
    if (first) return refuseFor(locale, [first, ...others])
    const wrong = await wrongCode(context, locale, aboutCode(calcId, account.id), code)
    if (wrong) return wrong
    const accepted = await acceptEnding(context, ending, policy)
    if ('refused' in accepted)
      return refuse(locale, 14007, undefined, accepted.refused ?? undefined)
    return ok(await carryOut(context, accepted.ending, policy))
  },
)

export const cancel = handle('cabinetCancelPolicy', async ({ globalId }, context) => {
  const { db, me, locale } = context
  const policy = await ownPolicy(db, globalId, me().iin)
  const known = await acceptedEnding(db, policy.id)
  if (known?.kind === 'cancel') return ok(await carryOut(context, known, policy))
  const taken = await cancelPolicy(context, policy, `client:${me().kind}`)
  if (typeof taken === 'number') return refuse(locale, taken)
  return 'refused' in taken
    ? refuse(locale, 14007, undefined, taken.refused ?? undefined)
    : ok(await carryOut(context, taken.ending, policy))
})

export const endingStatus = handle('cabinetEndingStatus', async ({ globalId }, { db, me }) => {
  const policy = await ownPolicy(db, globalId, me().iin)
  const ending = await acceptedEnding(db, policy.id)
  if (!ending) throw new Answer(404)
  return ok(await endingStatusOf(db, ending, policy.order_id ?? ''))
})
