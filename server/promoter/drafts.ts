import { sql } from 'kysely'
import { z } from 'zod'
import { addMs, draftMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { shortName } from '../persons/people.ts'

const CONTENT_AT_MOST = 200_000
const DRAFTS_AT_MOST = 100
const COLLEAGUES_AT_MOST = 500
const Content = z.record(z.string(), z.unknown())

/** The account's drafts that still hold something and whose sale has not been issued. */
const open = ({ db, me, clock }: Context) =>
  db
    .selectFrom('promoter_drafts')
    .where('account_id', '=', me().accountId)
    .where('content', 'is not', null)
    .where('expires_at', '>', clock.now())
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('quotes')
            .innerJoin('orders', 'orders.calculation_id', 'quotes.id')
            .select('orders.id')
            .whereRef('quotes.application_id', '=', 'promoter_drafts.application_id')
            .where('orders.state', 'in', ['paid', 'issuing', 'issued']),
        ),
      ),
    )

/** Returns which of these applications still have a draft, by application. */
export async function draftsOf(
  context: Context,
  applications: readonly string[],
): Promise<ReadonlyMap<string | null, string>> {
  if (applications.length === 0) return new Map()
  const rows = await open(context)
    .select(['id', 'application_id'])
    .where('application_id', 'in', applications)
    .execute()
  return new Map(rows.map(({ id, application_id }) => [application_id, id]))
}

const headOf = (row: {
  id: string
  revision: number
  title: string
  saved_at: Date
  expires_at: Date
}) => ({
  id: row.id,
  revision: row.revision,
  title: row.title,
  savedAt: row.saved_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

/**
 * Stores a draft by the id its device made: the newer revision wins, so a device that was offline
 * may send all it has, in any order and twice. It expires a day after its first save.
 */
export const draftSave = handle(
  'promoterDraftSave',
  async ({ id, revision, title, applicationId, content }, context) => {
    const { db, me, clock, locale, limits, device } = context
    await limits.count('draftsPerPromoter', me().iin)
    const text = JSON.stringify(content)
    if (text.length > CONTENT_AT_MOST)
      throw invalid([{ path: 'content', message: fieldText('invalid', locale) }])
    const now = clock.now()
    const { rows } = await sql<{ revision: number; expires_at: Date; kept: boolean }>`
    insert into promoter_drafts (account_id, id, revision, title, application_id, content, saved_at, expires_at, device, session)
    values (${me().accountId}, ${id}, ${revision}, ${title}, ${applicationId ?? null}, ${text}::jsonb, ${now}, ${addMs(now, draftMs)},
      ${device}, ${me().sessionId})
    on conflict (account_id, id) do update set
      device = case when excluded.revision > promoter_drafts.revision then excluded.device else promoter_drafts.device end,
      session = case when excluded.revision > promoter_drafts.revision then excluded.session else promoter_drafts.session end,
      revision = greatest(promoter_drafts.revision, excluded.revision),
      title = case when excluded.revision > promoter_drafts.revision then excluded.title else promoter_drafts.title end,
      application_id = case when excluded.revision > promoter_drafts.revision
        then excluded.application_id else promoter_drafts.application_id end,
      saved_at = case when excluded.revision > promoter_drafts.revision then excluded.saved_at else promoter_drafts.saved_at end,
      content = case
        when promoter_drafts.content is null or promoter_drafts.expires_at <= excluded.saved_at then null
        when excluded.revision > promoter_drafts.revision then excluded.content
        else promoter_drafts.content end
    returning revision, expires_at, content is not null as kept`.execute(db)
    const [row] = rows
    if (!row) throw new Error('a draft was neither written nor found')
    return ok({ kept: row.kept, revision: row.revision, expiresAt: row.expires_at.toISOString() })
  },
)

export const drafts = handle('promoterDrafts', async (_body, context) => {
  const rows = await open(context)
    .leftJoin('accounts as giver', 'giver.id', 'promoter_drafts.given_by')
    .select(['promoter_drafts.id', 'revision', 'title', 'saved_at', 'expires_at'])
    .select(['device', 'session', 'giver.surname', 'giver.name'])
    .orderBy('saved_at', 'desc')
    .limit(DRAFTS_AT_MOST)
    .execute()
  const here = context.me().sessionId
  return ok({
    drafts: rows.map((row) => ({
      ...headOf(row),
      elsewhere: row.session !== '' && row.session !== here ? row.device : null,
      from: row.name ? shortName({ surname: row.surname ?? '', name: row.name }) : null,
    })),
  })
})

export const draftGet = handle('promoterDraftGet', async ({ id }, context) => {
  const row = await open(context).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const { db, me, device } = context
  await db
    .updateTable('promoter_drafts')
    .set({ device, session: me().sessionId })
    .where('account_id', '=', me().accountId)
    .where('id', '=', id)
    .execute()
  return ok({ ...headOf(row), content: Content.parse(row.content) })
})

/**
 * The content goes at once; the id stays till its time is over, so that a late save brings nothing
 * back.
 */
export const draftDelete = handle('promoterDraftDelete', async ({ id }, { db, me, clock }) => {
  const now = clock.now()
  await sql`
    insert into promoter_drafts (account_id, id, revision, title, content, saved_at, expires_at)
    values (${me().accountId}, ${id}, 0, '', null, ${now}, ${addMs(now, draftMs)})
    on conflict (account_id, id) do update set content = null, title = ''`.execute(db)
  return { success: true as const }
})

/** Promoters who may take over a sale: every other one who may sign in. */
const others = ({ db, me }: Context) =>
  db
    .selectFrom('accounts')
    .where('realm', '=', 'promoter')
    .where('blocked_at', 'is', null)
    .where('iin', '<>', me().iin)

export const colleagues = handle('promoterColleagues', async (_body, context) => {
  const rows = await others(context)
    .select(['id', 'surname', 'name'])
    .orderBy('surname')
    .orderBy('name')
    .orderBy('id')
    .limit(COLLEAGUES_AT_MOST)
    .execute()
  return ok({
    colleagues: rows.map(({ id, surname, name }) => ({
      id,
      name: [surname, name].filter(Boolean).join(' '),
    })),
  })
})

/**
 * Hands an unfinished sale over to a colleague and removes it here. Its calculation is not handed
 * over: the colleague makes their own. Refuses while a bill of it waits: the client would get two.
 */
export const draftGive = handle('promoterDraftGive', async ({ id, to }, context) => {
  const { db, me, clock, locale } = context
  const { accountId } = me()
  const taker = await others(context).select('id').where('id', '=', to).executeTakeFirst()
  if (!taker) throw invalid([{ path: 'to', message: fieldText('required', locale) }])
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const draft = await open({ ...context, db: tx })
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!draft || !accountId) throw notFound()
    if (await isBilled(tx, draft.application_id)) return refuse(locale, refusals.saleBilled)
    const content = JSON.stringify(withoutCalculation(Content.parse(draft.content)))
    const given = {
      title: draft.title,
      saved_at: now,
      given_by: accountId,
      device: '',
      session: '',
    }
    await tx
      .insertInto('promoter_drafts')
      .values({
        ...given,
        account_id: taker.id,
        id,
        revision: draft.revision,
        content,
        expires_at: draft.expires_at,
      })
      // A draft may return to its former owner.
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'id']).doUpdateSet({
          ...given,
          content,
          application_id: null,
          expires_at: draft.expires_at,
          revision: (of) => of.fn('greatest', ['promoter_drafts.revision', 'excluded.revision']),
        }),
      )
      .execute()
    await tx
      .updateTable('promoter_drafts')
      .set({ content: null, title: '' })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute()
    await audit(tx, now, {
      actor: actorOf(me()),
      action: 'portal.sale_handed',
      object: { kind: 'account', id: taker.id },
      details: { draft: id },
    })
    return { success: true as const }
  })
})

const withoutCalculation = ({ form, ...content }: Record<string, unknown>) => ({
  ...content,
  ...(typeof form === 'object' && form !== null ? { form: { ...form, application: null } } : {}),
})

/** Checks if a bill of this sale waits for the client's money. */
async function isBilled(sql: Sql, application: string | null): Promise<boolean> {
  if (!application) return false
  const order = await sql
    .selectFrom('quotes')
    .innerJoin('orders', 'orders.calculation_id', 'quotes.id')
    .select('orders.id')
    .where('quotes.application_id', '=', application)
    .where('orders.state', '=', 'awaiting_payment')
    .executeTakeFirst()
  return order !== undefined
}

/** Drafts whose day is over, and the content of those whose sale has been issued. */
export async function dropDrafts({ db, clock }: Deps): Promise<void> {
  await db.deleteFrom('promoter_drafts').where('expires_at', '<=', clock.now()).execute()
  await sql`
    update promoter_drafts set content = null, title = ''
    from quotes, orders
    where promoter_drafts.content is not null and quotes.application_id = promoter_drafts.application_id
      and orders.calculation_id = quotes.id and orders.state = 'issued'`.execute(db)
}
