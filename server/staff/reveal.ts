import { sql } from 'kysely'
import { z } from 'zod'
import { revealSeconds } from '#domain/data-access.ts'
import { accountById } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lookedAtId } from '../audit/lookup.ts'
import type { Tx } from '../db/connect.ts'
import { HttpError, notFound, ok } from '../http/refuse.ts'
import { type Handler, handle } from '../http/route.ts'
import { saleOf, salesBeside } from '../products/products.ts'

const Document = z.object({ number: z.string() })
type Asked = Parameters<Handler<'staffReveal'>>[0]
/** The numbers a place shows; a case has no other than the IIN. */
type Person = { iin: string; phone: string | null; isClient: boolean }

/** Returns the person behind an object the page shows; undefined if it does not exist. */
async function personOf(
  tx: Tx,
  { account_id, case_id, claim_id, order_id }: Asked,
): Promise<Person | null> {
  if (account_id !== undefined) {
    const account = await accountById(tx, account_id)
    return account?.realm === 'cabinet' ? { ...account, isClient: true } : null
  }
  if (case_id !== undefined) {
    const found = await tx
      .selectFrom('kyc_cases')
      .select('iin')
      .where('id', '=', case_id)
      .executeTakeFirst()
    return found ? { iin: found.iin, phone: null, isClient: false } : null
  }
  if (order_id !== undefined) {
    const sale = salesBeside(sql`wanted.id`)
    const { rows } = await sql<{ iin: string | null }>`
      select ${sale.client} as iin from (select ${order_id}::text as id) as wanted ${sale.join}`.execute(
      tx,
    )
    const iin = rows[0]?.iin
    if (!iin) return null
    const found = await saleOf(tx, order_id)
    return { iin, phone: found?.sale.phone || null, isClient: false }
  }
  const claim = await tx
    .selectFrom('claims')
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .select(['claims.iin', 'accounts.phone'])
    .where('claims.id', '=', claim_id ?? '')
    .executeTakeFirst()
  return claim ? { ...claim, isClient: false } : null
}

/** The register's data of a client: shown on their own page alone. */
async function registered(
  tx: Tx,
  iin: string,
): Promise<{ document: string | null; birth: string | null }> {
  const person = await tx
    .selectFrom('people')
    .select(['document', 'birth_date'])
    .where('iin', '=', iin)
    .executeTakeFirst()
  const document = Document.safeParse(person?.document)
  return {
    document: document.success ? document.data.number : null,
    birth: person?.birth_date ?? null,
  }
}

/**
 * Returns one number of a person in full. Audits it first and limits each caller per hour; the
 * person reads about it in their own list, for which they may open an account later.
 */
export const staffReveal = handle('staffReveal', async (asked, context) => {
  const { db, clock, me, limits, config } = context
  const { what } = asked
  // Accountants work with sales, and see nobody's card, case or phone.
  if (me().role === 'accountant' && (asked.order_id === undefined || what !== 'iin'))
    throw new HttpError(403)
  await limits.count('revealsPerDesk', me().accountId ?? me().iin)
  return db.transaction().execute(async (tx) => {
    const person = await personOf(tx, asked)
    // Hides a case of one's own, even its existence (decision 302).
    if (!person || (asked.case_id !== undefined && person.iin === me().iin)) throw notFound()
    const value =
      what === 'document' || what === 'birth'
        ? person.isClient && (await registered(tx, person.iin))[what]
        : { iin: person.iin, phone: person.phone }[what]
    if (!value) throw notFound()
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('realm', '=', 'cabinet')
      .where('iin', '=', person.iin)
      .executeTakeFirst()
    await audit(tx, clock.now(), {
      actor: actorOf(me()),
      action: `client.${what}_revealed`,
      object: account
        ? { kind: 'account', id: account.id }
        : { kind: 'person', id: lookedAtId(config.signingKey, person.iin) },
      details: {
        case: asked.case_id ?? null,
        claim: asked.claim_id ?? null,
        ...(asked.order_id ? { order: asked.order_id } : {}),
      },
    })
    return ok({ value, seconds: revealSeconds })
  })
})
