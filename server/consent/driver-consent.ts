import { sql } from 'kysely'
import { type ConsentState, consentAnswered, consentHolds, consentState } from '#domain/consent.ts'
import { addMs, consentAnswerMs, consentLifeMs } from '#domain/lifetimes.ts'
import { Unavailable } from '#systems/http.ts'
import type { ConsentAnswer } from '#systems/kdp/client.ts'
import { consentPurpose } from '#texts/consent.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import type { Context } from '../http/context.ts'
import { withIdempotencyKey } from '../http/in-progress.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { maskedName } from '../persons/record.ts'
import { type Asker, askerOf } from './asker.ts'
import { forgetTokens, keepToken } from './held-consent.ts'

/** Of one consent, the newest. */
const USES_SHOWN = 20

const stateOf = (text: string): ConsentState =>
  text === 'approved' || text === 'rejected' || text === 'expired' ? text : 'awaiting'

/**
 * Asks a driver by SMS from 1414, under a number that is kept before. While a question to the same
 * person is open, it is the same question.
 */
export const requestConsent = handle('requestConsent', (who, context) =>
  // Two requests at one moment would both find no open question.
  withIdempotencyKey(
    context.db,
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
  await limits.count('consentPerPhone', phone)
  await limits.count('consentPerBuyer', me().iin)
  if ((await systems.bmg.owns(iin, phone)) === 'no')
    return refuse(locale, 14002, { driver_iin: iin })
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
    // An answer that was lost leaves a question that may have been sent: it is asked about by its
    // number, not sent again.
    if (cause instanceof Unavailable && cause.mayHaveHappened) return null
    return db
      .deleteFrom('consents')
      .where('id', '=', id)
      .execute()
      .then(() => Promise.reject(cause))
  })
  if (answer?.state === 'unreachable') {
    await db.deleteFrom('consents').where('id', '=', id).execute()
    return refuse(locale, 14002, { driver_iin: iin })
  }
  if (answer && answer.state !== 'awaiting')
    await settle(context, { id, iin, ...asker, requestedAt: now }, answer, now)
  return ok({ requestId: id, expiresAt: answerUntil.toISOString() })
}

/** 1414's process of this number: begun, or how it stands. */
const asked1414 = (
  { systems, config }: Pick<Context, 'systems' | 'config'>,
  { id, iin }: { id: string; iin: string },
) =>
  systems.kdp.ask({
    iin,
    purpose: consentPurpose,
    key: id,
    sms: true,
    holdsMs: config.systems.kdp.tokenMs,
  })

/** Records an answer, once, and what goes with the questions to the registers from now on. */
async function settle(
  context: Context,
  of: Asker & { id: string; iin: string; requestedAt: Date },
  answer: ConsentAnswer,
  at: Date,
): Promise<void> {
  const { db, config } = context
  const asked = { state: 'awaiting', requestedAt: of.requestedAt } as const
  const said = answer.state === 'approved' ? 'yes' : answer.state === 'rejected' ? 'no' : null
  const state = said ? consentAnswered(asked, said, at) : 'expired'
  const holdsMs = Math.min(consentLifeMs, config.systems.kdp.tokenMs)
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
 * What the person has answered; asked of 1414 while the question is open. Only whoever asked may
 * know.
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
  // Asked after the ten minutes too: an answer that came in time counts, whoever was not looking.
  // 1414 itself takes no late one.
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

/** When time is over anyway, a silent 1414 changes nothing. */
async function answerOf(context: Context, of: { id: string; iin: string }, late: boolean) {
  try {
    return await asked1414(context, of)
  } catch (cause) {
    if (late && cause instanceof Unavailable) return null
    throw cause
  }
}

/** The client's consents: what was agreed, to whom, and when it served to ask the registers. */
export const myConsents = handle('myConsents', async (_body, { db, me, clock }) => {
  const { iin } = me()
  const rows = await db
    .selectFrom('consents')
    .leftJoin('people', 'people.iin', 'consents.asked_by')
    .selectAll('consents')
    .select(['people.name', 'people.surname'])
    .select(usesOf(iin).as('used_at'))
    .where('consents.iin', '=', iin)
    .where('consents.state', '=', 'approved')
    .orderBy('consents.answered_at', 'desc')
    .limit(100)
    .execute()
  const now = clock.now()
  return ok(
    rows.flatMap((row) => {
      if (!row.answered_at || !row.valid_until) return []
      const given = {
        state: 'approved' as const,
        answeredAt: row.answered_at,
        withdrawnAt: row.withdrawn_at,
        validUntil: row.valid_until,
      }
      if (!row.withdrawn_at && !consentHolds(given, now)) return []
      return [
        {
          id: row.id,
          kind: row.kind,
          channel: row.channel,
          textVersion: row.text_version,
          givenAt: row.answered_at.toISOString(),
          validUntil: row.valid_until.toISOString(),
          withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
          self: row.asked_by === iin && row.asker !== 'promoter',
          askedBy:
            row.name && row.surname ? maskedName({ name: row.name, surname: row.surname }) : null,
          usedAt: row.used_at.map((at) => new Date(at).toISOString()),
        },
      ]
    }),
  )
})

/** Calculations of whoever asked, with this person in them, while the consent held. */
const usesOf = (iin: string) => sql<string[]>`array(
  select quotes.created_at from quotes
  where (case when consents.asker = 'promoter' then quotes.promoter_iin = consents.asked_by
      else quotes.buyer_iin = consents.asked_by and quotes.promoter_iin is null end)
    and quotes.created_at >= consents.answered_at
    and quotes.created_at < coalesce(consents.withdrawn_at, consents.valid_until)
    and (quotes.facts -> 'policyholder' ->> 'iin' = ${iin} or quotes.facts -> 'insured' @> ${JSON.stringify([{ iin }])}::jsonb)
  order by quotes.created_at desc limit ${USES_SHOWN})`

/** A withdrawn consent holds for nothing new; contracts already made stay. */
export const withdrawConsent = handle('withdrawConsent', async ({ id }, { db, me, clock }) => {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw notFound()
  const withdrawn = await db
    .updateTable('consents')
    .set((expression) => ({
      withdrawn_at: expression.fn.coalesce('withdrawn_at', expression.val(clock.now())),
    }))
    .where('id', '=', id)
    .where('iin', '=', me().iin)
    .returning(['asked_by', 'asker', 'iin'])
    .executeTakeFirst()
  if (!withdrawn) throw notFound()
  await forgetTokens(db, withdrawn)
  return { success: true as const }
})
