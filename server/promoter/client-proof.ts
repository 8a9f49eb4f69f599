import type { AuditObject } from '#domain/audit-acts.ts'
import { addMs, clientProofMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { cabinetAccountOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { clientPhone, masked, policyBy } from '../codes/client-phone.ts'
import { accountOf } from '../codes/client-proof.ts'
import { newCode, sendCode, wrongCode } from '../codes/codes.ts'
import { atForeignPhone } from '../codes/guesses.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { isOwnSale } from '../orders/own-sales.ts'

/**
 * Another company's policy: its policyholder's phone is known where they have a cabinet with us.
 */
export async function phoneOfOthers(
  { db }: Pick<Context, 'db'>,
  iin: string | undefined,
): Promise<string | null> {
  return iin ? ((await cabinetAccountOf(db, iin))?.phone ?? null) : null
}

/** The policy a code opens, and its policyholder's phone. */
async function opened(
  context: Context,
  globalId: string,
): Promise<{ phone: string | null; object: AuditObject }> {
  const { db, systems } = context
  const policy = await policyBy(db, globalId)
  if (policy) {
    // An own sale is open as it is: nobody is sent a code for it.
    const phone = (await isOwnSale(context, policy)) ? null : await clientPhone(db, policy)
    return { phone, object: { kind: 'policy', id: policy.id } }
  }
  const theirs = await systems.esbd.findByGlobalId(globalId)
  if (!theirs) throw notFound()
  const policyholder = await systems.esbd.clientById(theirs.policyholderClientId)
  return {
    phone: await phoneOfOthers(context, policyholder?.iin),
    object: { kind: 'foreign_policy', id: globalId },
  }
}

/** Wrong codes are counted against the phone they were sent to, from wherever they come. */
const aboutCode = (context: Context, globalId: string, phone: string) => ({
  purpose: 'client_proof' as const,
  subject: `${accountOf(context)}:${globalId}`,
  accountId: null,
  guesser: atForeignPhone(phone),
  browser: null,
})

/** To the policyholder's own phone, never to one the promoter names. */
export const sendClientCode = handle('promoterSendClientCode', async ({ globalId }, context) => {
  const { db, clock, limits, systems, locale, me } = context
  await limits.count('lookupsPerBuyer', me().iin)
  const { phone, object } = await opened(context, globalId)
  if (!phone) return refuse(locale, refusals.policyNotSuitable)
  await limits.count('clientCodesPerPolicy', `${me().iin}:${globalId}`)
  await limits.count('codesPerAccount', `${me().iin}:${phone}`)
  const { id, code, sent } = await newCode(context, aboutCode(context, globalId, phone), () =>
    limits.count('smsPerPhoneADay', phone),
  )
  await audit(db, clock.now(), { actor: actorOf(me()), action: 'policy.client_code_sent', object })
  await sendCode(context, id, () =>
    systems.sms.send({
      to: phone,
      text: cabinetMessages.clientProofCode(code, globalId)[locale],
      key: id,
    }),
  )
  return ok({ ...sent, phone: masked(phone) })
})

export const proveClient = handle('promoterProveClient', async ({ globalId, code }, context) => {
  const { db, clock, locale, me } = context
  const { phone } = await opened(context, globalId)
  if (!phone) return refuse(locale, refusals.policyNotSuitable)
  const wrong = await wrongCode(context, locale, aboutCode(context, globalId, phone), code)
  if (wrong) return wrong
  const expires_at = addMs(clock.now(), clientProofMs)
  await db
    .insertInto('client_proofs')
    .values({ account_id: accountOf(context), global_id: globalId, expires_at })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'global_id']).doUpdateSet({ expires_at }),
    )
    .execute()
  const policy = await policyBy(db, globalId)
  const object = policy
    ? ({ kind: 'policy', id: policy.id } as const)
    : ({ kind: 'foreign_policy', id: globalId } as const)
  await audit(db, clock.now(), { actor: actorOf(me()), action: 'policy.client_proved', object })
  return ok({ until: expires_at.toISOString() })
})
