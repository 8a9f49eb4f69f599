import type { AuditObject } from '#domain/audit-acts.ts'
import type { Day } from '#domain/calendar.ts'
import { addMs, clientProofMs } from '#domain/lifetimes.ts'
import { prolongStart } from '#domain/ogpo/period.ts'
import { policyStateOn } from '#domain/policy.ts'
import type { PolicyState } from '#domain/policy-states.ts'
import * as refusals from '#domain/refusals.ts'
import { cabinetMessages } from '#texts/cabinet.ts'
import { cabinetAccountOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { accountOf, clientPhone, masked, policyBy, provedUntil } from '../codes/client-proof.ts'
import { asPromoter, newCode, sendCode, wrongCode } from '../codes/codes.ts'
import { hasAgreed } from '../consent/consent-facts.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { isOwnSale } from '../orders/orders.ts'

/** Another company's policy: its policyholder's phone, if they have a cabinet with us. */
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
    // An own sale opens without a code.
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

/** Wrong codes are counted against the promoter and the phone they were sent to. */
const aboutCode = (context: Context, globalId: string, phone: string) => ({
  purpose: 'client_proof' as const,
  subject: `${accountOf(context)}:${globalId}`,
  accountId: null,
  guesser: asPromoter(accountOf(context), phone),
  browser: null,
})

/** To the policyholder's own phone, never to one the promoter names. */
export const sendClientCode = handle('promoterSendClientCode', async ({ globalId }, context) => {
  const { db, clock, limits, systems, locale, me } = context
  await limits.count('lookupsPerBuyer', me().iin)
  const { phone, object } = await opened(context, globalId)
  if (!phone) return refuse(locale, refusals.policyNotSuitable)
  const { id, code, sent } = await newCode(context, aboutCode(context, globalId, phone), () =>
    limits.countAll([
      ['clientCodesPerPolicy', `${me().iin}:${globalId}`],
      ['codesPerAccount', `${me().iin}:${phone}`],
      ['smsPerPhoneADay', phone],
    ]),
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

/** Decides if a promoter needs the client's code before they see the policy. */

/** Returns what the policyholder's code opens, and until when. */
export const clientCodeOf = async (context: Context, globalId: string, phone: string | null) => ({
  phone: phone === null ? null : masked(phone),
  until: (await provedUntil(context, globalId))?.toISOString() ?? null,
})

type People = {
  insurant: { iin: string; phone: string; name: string; willDrive: boolean; privilege: boolean }
  insureds: { iin: string; driverLicenseNumber: string; name: string; privilege: boolean }[]
}
type ClientCode = Awaited<ReturnType<typeof clientCodeOf>>

/** The same policy with its people masked, as long as it is not open to the promoter. */
export function unlessOpen<Policy extends People>(
  clientCode: ClientCode | null,
  policy: Policy,
): Policy & { clientCode: ClientCode | null } {
  if (!clientCode || clientCode.until) return { ...policy, clientCode }
  const { insurant: policyholder, insureds } = policy
  return {
    ...policy,
    clientCode,
    insurant: {
      ...policyholder,
      iin: masked(policyholder.iin),
      phone: masked(policyholder.phone),
      privilege: false,
    },
    insureds: insureds.map((person) => ({
      ...person,
      iin: masked(person.iin),
      driverLicenseNumber: masked(person.driverLicenseNumber),
      privilege: false,
    })),
  }
}

/** Dates and state on a day, and when a renewal may begin. */
export function standing(
  policy: { state: PolicyState; start: Day; end: Day; issuedOn: Day },
  today: Day,
  termination: boolean,
) {
  const state = policyStateOn(policy, today)
  const start = prolongStart(policy.end, today)
  return {
    isInsured: (state === 'active' || state === 'pending') && !termination,
    state,
    dateStart: policy.start,
    dateEnd: policy.end,
    prolongStart: 'start' in start ? start.start : null,
    prolongFrom: 'start' in start ? null : start.tooEarlyUntil,
  }
}

/**
 * Checks that this promoter may confirm the person's consent to the state. If no answer to 1414 is
 * required, a promoter's request itself declares that the person before them agreed.
 */
export const vouches = async (context: Context, iin: string): Promise<boolean> =>
  (await hasAgreed(context, iin)) || !(await context.reference.promoterConsentRequired())
