import { sql } from 'kysely'
import { consentHolds } from '#domain/consent.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { maskedName } from '../persons/people.ts'
import { forgetTokens } from './tokens.ts'

/** Uses of one consent shown, the newest. */
const USES_SHOWN = 20

/** Lists the client's consents: to what, to whom, and when the registers were queried by them. */
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

/** The recipient's calculations with this person, while the consent was valid. */
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
