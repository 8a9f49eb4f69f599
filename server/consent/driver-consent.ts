import { type ConsentState, consentAnswered, consentState } from '#domain/consent.ts'
import { addMs, consentAnswerMs, consentLifeMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { Unavailable } from '#systems/http.ts'
import type { ConsentAnswer } from '#systems/kdp/client.ts'
import { TOKEN_MS } from '#systems/kdp/protocol.ts'
import { consentPurpose } from '#texts/consent.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import type { Context } from '../http/context.ts'
import { withIdempotencyKey } from '../http/going-on.ts'
import type { Counted } from '../http/limits.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { type Asker, askerOf } from './consent-facts.ts'
import { languageOf } from './held-consent.ts'
import { keepToken } from './tokens.ts'

const stateOf = (text: string): ConsentState =>
  text === 'approved' || text === 'rejected' || text === 'expired' ? text : 'awaiting'

/**
 * Sends a driver the consent question by SMS from 1414, under a number stored first. While a
 * question to the same person is open, returns that one.
 */
export const requestConsent = handle('requestConsent', (who, context) =>
  // Two requests at one moment would both find no open question.
  withIdempotencyKey(
    context,
    `consent:${who.iin}:${who.phone}:${context.me().kind}:${context.me().iin}`,
    () => ask(who, context),
  ),
)

async function ask({ iin, phone }: { iin: string; phone: string }, context: Context) {
  const { db, systems, limits, clock, locale, me } = context
  const now = clock.now()
  const asker = await askerOf(db, me())
  const earlier = await db
    .selectFrom('consents')
    .selectAll()
    .where('iin', '=', iin)
    .where('phone', '=', phone)
    .where('request_id', 'is not', null)
    .where('asked_by', '=', asker.asked_by)
    .where('asker', '=', asker.asker)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (
    earlier?.request_id &&
    consentState({ state: stateOf(earlier.state), requestedAt: earlier.requested_at }, now) ===
      'awaiting'
  )
    return ok({ requestId: earlier.request_id, expiresAt: earlier.answer_until.toISOString() })
  const asks: readonly Counted[] = [
    ['consentPerPhone', phone],
    ['consentPerBuyer', me().iin],
  ]
  const isLinked = await limits.counted(asks, async () => {
    if ((await systems.bmg.owns(iin, phone)) === 'no') return false
    await limits.count('smsPerPhoneADay', phone)
    return true
  })
  if (!isLinked) return refuse(locale, refusals.phoneNotLinked, { driver_iin: iin })
  const id = crypto.randomUUID()
  const answerUntil = addMs(now, consentAnswerMs)
  await db
    .insertInto('consents')
    .values({
      id,
      iin,
      phone,
      kind: 'driver',
      state: 'awaiting',
      channel: 'sms_1414',
      text_version: legalVersions.personalData,
      request_id: id,
      ...asker,
      requested_at: now,
      answer_until: answerUntil,
    })
    .execute()
  const answer = await asked1414(context, { id, iin }).catch((cause: unknown) => {
    // After a lost reply the question may have been sent: queries it by its number instead of
    // resending.
    if (cause instanceof Unavailable && cause.mayHaveHappened) return null
    return db
      .deleteFrom('consents')
      .where('id', '=', id)
      .execute()
      .then(() => Promise.reject(cause))
  })
  if (answer?.state === 'unreachable') {
    await db.deleteFrom('consents').where('id', '=', id).execute()
    return refuse(locale, refusals.phoneNotLinked, { driver_iin: iin })
  }
  if (answer && answer.state !== 'awaiting')
    await settle(context, { id, iin, ...asker, requestedAt: now }, answer, now)
  return ok({ requestId: id, expiresAt: answerUntil.toISOString() })
}

/** Begins 1414's process of this number, or returns its state. */
const asked1414 = async (
  { systems, db, locale }: Pick<Context, 'systems' | 'db' | 'locale'>,
  { id, iin }: { id: string; iin: string },
) =>
  systems.kdp.ask({
    iin,
    purpose: consentPurpose[await languageOf(db, iin, locale)],
    key: id,
    sms: true,
    holdsMs: TOKEN_MS,
  })

/** Records an answer, once, and what goes with the questions to the registers from now on. */
async function settle(
  context: Context,
  of: Asker & { id: string; iin: string; requestedAt: Date },
  answer: ConsentAnswer,
  at: Date,
): Promise<void> {
  const { db } = context
  const asked = { state: 'awaiting', requestedAt: of.requestedAt } as const
  const said = answer.state === 'approved' ? 'yes' : answer.state === 'rejected' ? 'no' : null
  const state = said ? consentAnswered(asked, said, at) : 'expired'
  const holdsMs = Math.min(consentLifeMs, TOKEN_MS)
  const settled = await db
    .updateTable('consents')
    .set({
      state,
      answered_at: state === 'expired' ? null : at,
      valid_until: state === 'approved' ? addMs(at, holdsMs) : null,
    })
    .where('id', '=', of.id)
    .where('state', '=', 'awaiting')
    .returning('id')
    .executeTakeFirst()
  if (settled && state === 'approved' && answer.state === 'approved')
    await keepToken(context, { ...of, consentId: of.id, requestNumber: of.id }, answer.consent)
}

/**
 * Returns the person's answer; queries 1414 while the question is open. Only its sender may read
 * it.
 */
export const consentStatus = handle('consentStatus', async ({ requestId }, context) => {
  const { db, clock, me } = context
  const { asked_by, asker } = await askerOf(db, me())
  const row = await db
    .selectFrom('consents')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('asked_by', '=', asked_by)
    .where('asker', '=', asker)
    .executeTakeFirst()
  if (!row) throw notFound()
  const now = clock.now()
  const asked = { state: stateOf(row.state), requestedAt: row.requested_at }
  const late = consentState(asked, now) === 'expired'
  // Queried after the ten minutes too: an answer in time counts even if nobody was polling. 1414
  // itself accepts no late one.
  const theirs =
    asked.state === 'awaiting'
      ? await answerOf(context, { id: requestId, iin: row.iin }, late)
      : null
  if (theirs === null || theirs.state === 'awaiting')
    return ok({
      status: consentState(asked, now),
      answeredAt: row.answered_at?.toISOString() ?? null,
    })
  const at = late ? addMs(row.answer_until, -1) : now
  await settle(
    context,
    { id: row.id, iin: row.iin, asked_by, asker, requestedAt: row.requested_at },
    theirs,
    at,
  )
  const status = theirs.state === 'unreachable' ? 'expired' : theirs.state
  return ok({ status, answeredAt: status === 'expired' ? null : at.toISOString() })
})

/** After the deadline a silent 1414 changes nothing. */
async function answerOf(context: Context, of: { id: string; iin: string }, late: boolean) {
  try {
    return await asked1414(context, of)
  } catch (cause) {
    if (late && cause instanceof Unavailable) return null
    throw cause
  }
}
