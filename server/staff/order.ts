import { sql } from 'kysely'
import { z } from 'zod'
import { knownNames } from '#contract/fields.ts'
import { maskIin } from '#domain/iin.ts'
import type { Locale } from '#domain/locale.ts'
import { KeptText } from '#domain/localized-text.ts'
import { fullName } from '#domain/person.ts'
import { maskPhone } from '#domain/phone.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { unreachableBy } from '../messaging/unreachable.ts'
import { caseNotes } from '../notes/notes.ts'
import { deskOf, desks, saleOf } from '../products/products.ts'
import { unclearBillsOf } from './bills.ts'
import { actedSince, keepAct, lastAct } from './client.ts'
import { giveBackOf } from './give-back.ts'
import { isOwnSale } from './own-sale.ts'
import { refundsOf } from './refunds.ts'
import { papersOf } from './sale-papers.ts'
import { endingDocumentsOf } from './terminate.ts'
import { timelineOf } from './timeline.ts'

const Person = z.object({ iin: z.string(), ...knownNames, patronymic: z.string().catch('') })
/** Facts of a sale common to every product; empty for an erased client. */
const Sold = z.object({
  policyholder: Person.nullish().catch(null),
  insured: z.array(Person).catch([]),
  vehicles: z
    .array(
      z.object({
        plate: z.string(),
        make: z.string().catch(''),
        model: z.string().catch(''),
        year: z.number().nullable().catch(null),
      }),
    )
    .catch([]),
  address: KeptText.nullish().catch(null),
})
const nobody = { policyholder: null, insured: [], vehicles: [], address: null }

/**
 * Returns the people, the car, phone and language, and their list states; `asker`: the caller, who
 * never sees their own list state (decision 302).
 */
export async function aboutSale(
  db: Db,
  of: { id: string; soldAt: string; asker: string },
  locale: Locale,
) {
  const found = await saleOf(db, of.id)
  const [row] = found ? await deskOf(found.sale.product).facts(db, [of.id]) : []
  const { policyholder, insured, vehicles, address } = Sold.catch(nobody).parse(row?.facts)
  const people = [...(policyholder ? [policyholder] : []), ...insured]
  const [lists, { account_id, ...has }] = await Promise.all([
    listsOf(
      db,
      [...new Set(people.map(({ iin }) => iin))].filter((iin) => iin !== of.asker),
      of.soldAt,
    ),
    withUs(db, policyholder?.iin ?? ''),
  ])
  return {
    holder: policyholder
      ? {
          name: fullName(policyholder),
          iin: maskIin(policyholder.iin),
          drives: insured.some(({ iin }) => iin === policyholder.iin),
        }
      : null,
    drivers: insured
      .filter(({ iin }) => iin !== policyholder?.iin)
      .map((person) => ({ name: fullName(person), iin: maskIin(person.iin) })),
    cars: vehicles.map(({ plate, make, model, year }) => ({
      plate,
      year,
      name: [make, model].filter(Boolean).join(' '),
    })),
    address: address?.[locale] ?? null,
    phone: found?.sale.phone ? maskPhone(found.sale.phone) : null,
    language: found?.sale.locale ?? locale,
    account_id,
    has,
    lists,
  }
}

/**
 * Returns the gravest state. Screening compares the orderer, and stores a match with its time; the
 * others were compared at the sale.
 */
async function listsOf(db: Db, iins: string[], soldAt: string) {
  const { rows } = await sql<{ status: string | null; at: Date | null }>`
    select kyc_cases.status, looked.at from unnest(${iins}::text[]) as who (iin)
    left join kyc_cases on kyc_cases.iin = who.iin
    left join lateral (select at from screenings where screenings.iin = who.iin
      order by at desc limit 1) as looked on true`.execute(db)
  const state = (['blocked', 'unblocked'] as const).find((status) =>
    rows.some((row) => row.status === status),
  )
  const times = rows.flatMap(({ at }) => at?.getTime() ?? [])
  return {
    state: state ?? ('clear' as const),
    at: new Date(Math.max(Date.parse(soldAt), ...times)).toISOString(),
  }
}

/** The person's account, and what they have with us. */
async function withUs(db: Db, iin: string) {
  const { rows } = await sql<{ account_id: string | null; policies: number; claims: number }>`
    select (select id from accounts where realm = 'cabinet' and iin = ${iin}) as account_id,
      (select count(*)::int from policies where policyholder_iin = ${iin}) as policies,
      (select count(*)::int from claims where iin = ${iin}) as claims`.execute(db)
  return rows[0] ?? { account_id: null, policies: 0, claims: 0 }
}

/** One sale by its id, its number or its policy's Global ID; the look is in the audit log. */
export const staffOrder = handle('staffOrder', async ({ order_id }, context) => {
  const { db, clock, me, locale } = context
  const found = await saleNamed(order_id, context)
  if (!found) throw notFound()
  const { sale, auditKind } = found
  const actor = actorOf(me())
  await audit(db, clock.now(), {
    actor,
    action: 'order.looked_at',
    object: { kind: auditKind, id: sale.id },
  })
  const [about, papers, acted, refunds, give_back, unclear_bills, ending_documents, ...rest] =
    await Promise.all([
      aboutSale(db, { id: sale.id, soldAt: sale.shown.created_at, asker: me().iin }, locale),
      papersOf(db, sale.id),
      lastAct(db, sale.id),
      refundsOf(db, sale.id, actor),
      giveBackOf(context, sale),
      unclearBillsOf(db, sale.id),
      endingDocumentsOf(db, sale.id, actor),
      unreachableBy(db, sale.contact),
      timelineOf(db, sale),
      caseNotes(db, { about: 'order', subject: sale.id }, me()),
    ])
  const [unreachable, timeline, notes] = rest
  return ok({
    order_id: sale.id,
    ...sale.shown,
    about,
    papers,
    acted,
    refunds,
    give_back,
    unclear_bills,
    ending_documents,
    unreachable,
    notes,
    ...timeline,
  })
})

/** The sale and what the audit log calls it; the first product that knows it. */
async function saleNamed(wanted: string, context: Context) {
  for (const desk of desks()) {
    const sale = await desk.sale(wanted, context)
    if (sale) return { sale, auditKind: desk.auditKind }
  }
  return null
}

/** Enqueues the ordinary job at once, which determines the remaining work itself. */
export const staffRerun = handle('staffRerun', ({ order_id, what, reason, acted }, context) =>
  context.db.transaction().execute(async (tx) => {
    const found = await saleOf(tx, order_id)
    if (!found) throw notFound()
    // A paper or an SMS once more moves nothing.
    if (what === 'issue' && (await isOwnSale(tx, context, order_id)))
      return refuse(context.locale, refusals.ownMatter)
    if (await actedSince(tx, { id: order_id, contractId: found.sale.contractId, acted }))
      return refuse(context.locale, refusals.claimChanged)
    if (!(await deskOf(found.sale.product).rerun(tx, context, order_id, what)))
      return refuse(context.locale, refusals.orderNotSuitable)
    await keepAct(tx, context, order_id, `order.rerun_${what}`, reason)
    return { success: true as const }
  }),
)
