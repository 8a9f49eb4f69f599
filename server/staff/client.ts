import { z } from 'zod'
import { actionOf } from '#domain/account-changes.ts'
import type { AuditAct } from '#domain/audit-acts.ts'
import { clientMoney } from '#domain/client-money.ts'
import { maskBirth, maskIin } from '#domain/iin.ts'
import { parseLocale } from '#domain/locale.ts'
import { columnIn, localeColumns } from '#domain/locale-columns.ts'
import { wayNamed } from '#domain/payment-ways.ts'
import { fullName } from '#domain/person.ts'
import { maskPhone } from '#domain/phone.ts'
import * as refusals from '#domain/refusals.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { type Account, accountById } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { looksAt } from '../audit/audit-desk.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Db, Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { unreachableBy } from '../messaging/unreachable.ts'
import { caseNotes } from '../notes/notes.ts'
import { deskOf, desks, saleOf } from '../products/products.ts'
import { refusedSalesOf } from './refused-sales.ts'

/** Rows of one kind a page shows, the newest. */
const AT_MOST = 50

export type ClientRows = Awaited<ReturnType<typeof clientRows>>

/** Returns a client's rows, the newest of each kind first. */
export async function clientRows(db: Db, account: Account) {
  const account_id = account.id
  const { iin } = account
  const [person, policies, sales, kyc, consents, claims, insurers] = await Promise.all([
    db.selectFrom('people').selectAll().where('iin', '=', iin).executeTakeFirst(),
    db
      .selectFrom('policies')
      .selectAll()
      .where('policyholder_iin', '=', iin)
      .orderBy('issued_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    salesOf(db, account),
    db.selectFrom('kyc_cases').select('status').where('iin', '=', iin).executeTakeFirst(),
    db
      .selectFrom('consents')
      .selectAll()
      .where('iin', '=', iin)
      .orderBy('requested_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('claims')
      .selectAll()
      .where('account_id', '=', account_id)
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('insurers')
      .select(['code', ...localeColumns('name')])
      .orderBy('effective_from')
      .execute(),
  ])
  const orderIds = sales.orders.map(({ order_id }) => order_id)
  const claimIds = claims.map(({ id }) => id)
  return {
    person,
    policies,
    ...sales,
    kyc,
    consents,
    claims,
    insurers,
    ...(await paidAndTold(db, orderIds, claimIds)),
  }
}

/**
 * Returns sales of every product, at most so many of each; and the owner of a policy's sale if its
 * row names none.
 */
async function salesOf(db: Db, account: Account) {
  const all = await Promise.all(desks().map((desk) => desk.ofClient(db, account, AT_MOST)))
  return {
    orders: all.flatMap(({ sales }) => sales).sort((a, b) => b.at.localeCompare(a.at)),
    saleOfPolicy: new Map(all.flatMap(({ ofPolicy }) => [...ofPolicy])),
  }
}

async function paidAndTold(db: Db, orderIds: string[], claimIds: string[]) {
  const [payments, refunds, messages] = await Promise.all([
    db
      .selectFrom('payment_attempts')
      .selectAll()
      .where('order_id', 'in', [...orderIds, ''])
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', 'in', [...orderIds, ''])
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    orderIds.length || claimIds.length
      ? db
          .selectFrom('messages')
          .selectAll()
          .where((expression) =>
            expression.or([
              expression('order_id', 'in', [...orderIds, '']),
              expression('claim_id', 'in', [...claimIds, '']),
            ]),
          )
          .orderBy('created_at', 'desc')
          .limit(AT_MOST)
          .execute()
      : [],
  ])
  return { payments, refunds, messages }
}

const Cars = z.object({
  vehicles: z.array(
    z.object({
      plate: z.string(),
      make: z.string().default(''),
      model: z.string().default(''),
      year: z.number().optional(),
    }),
  ),
})
const Document = z.object({
  type: z.string(),
  number: z.string(),
  issueDate: z.string().nullable(),
})
const kinds = ['sms', 'mail'] as const
const kycStates = ['blocked', 'unblocked'] as const

/** Everything about one client on one page; the look is in the audit log under the account's id. */
export const staffClient = handle('staffClient', async ({ account_id }, context) => {
  const { db, clock, me, locale, config } = context
  const account = await accountById(db, account_id)
  if (account?.realm !== 'cabinet') throw notFound()
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'client.looked_at',
    object: { kind: 'account', id: account_id },
  })
  const { iin } = account
  const rows = await clientRows(db, account)
  const { person, kyc } = rows
  const [notes, looks, refused, unreachable] = await Promise.all([
    caseNotes(db, { about: 'client', subject: account_id }, me()),
    looksAt(db, config.signingKey, account),
    refusedSalesOf(context, [iin]),
    unreachableBy(db, account),
  ])
  const insurerNames = new Map(
    rows.insurers.map((row) => [row.code, columnIn(row, 'name', locale)]),
  )
  const document = Document.safeParse(person?.document)
  return ok({
    account_id,
    name: fullName(person ?? account),
    iin: maskIin(iin),
    role: account.role,
    phone: account.phone ? maskPhone(account.phone) : null,
    email: account.email,
    unreachable,
    email_confirmed: account.email_confirmed_at !== null,
    language: parseLocale(account.locale),
    since: account.created_at.toISOString(),
    blocked: account.blocked_at !== null,
    deletion_asked_at: account.deletion_asked_at?.toISOString() ?? null,
    birth: person ? maskBirth(person.birth_date) : null,
    document: document.success
      ? { ...document.data, number: `••• ${document.data.number.slice(-3)}` }
      : null,
    resident: person?.resident ?? null,
    // Hides one's own list matches on one's own page.
    kyc: iin === me().iin ? null : (kycStates.find((state) => state === kyc?.status) ?? null),
    ...salesShown(rows, insurerNames),
    ...contactsShown(rows),
    money: clientMoney({ ...rows, sales: rows.orders }),
    looks,
    refused,
    notes,
  })
})

/** Policies, orders and their money. */
const salesShown = (
  { policies, orders, saleOfPolicy, payments, refunds }: ClientRows,
  insurerNames: ReadonlyMap<string, string>,
) => ({
  policies: policies.map((policy) => {
    const cars = Cars.safeParse(policy.facts)
    return {
      global_id: policy.global_id,
      state: policy.state,
      plates: cars.success ? cars.data.vehicles.map(({ plate }) => plate) : [],
      car: cars.success ? carOf(cars.data.vehicles[0]) : '',
      insurer: insurerNames.get(policy.insurer_code) ?? policy.insurer_code,
      start: policy.start_date,
      end: policy.end_date,
      premium: policy.premium + policy.ogpo_plus_premium,
      order_id: policy.order_id ?? saleOfPolicy.get(policy.id) ?? null,
    }
  }),
  orders,
  payments: payments.map((payment) => ({
    id: payment.id,
    order_id: payment.order_id,
    system: wayNamed(payment.system),
    amount: payment.amount,
    state: payment.state,
    at: payment.created_at.toISOString(),
  })),
  refunds: refunds.map((refund) => ({
    id: refund.id,
    order_id: refund.order_id,
    amount: refund.amount,
    state: refund.state,
    at: refund.created_at.toISOString(),
    done_at: refund.done_at?.toISOString() ?? null,
  })),
})

const carOf = (car: z.output<typeof Cars>['vehicles'][number] | undefined): string =>
  [car?.make, car?.model, car?.year].filter(Boolean).join(' ')

/** Consents, claims and messages. */
const contactsShown = ({ consents, claims, messages }: ClientRows) => ({
  consents: consents.map((consent) => ({
    id: consent.id,
    kind: consent.kind,
    state: consent.withdrawn_at ? 'withdrawn' : consent.state,
    channel: consent.channel,
    text_version: consent.text_version,
    at: consent.requested_at.toISOString(),
    valid_until: consent.valid_until?.toISOString() ?? null,
  })),
  claims: claims.map((claim) => ({
    claim_id: claim.id,
    state: claim.state,
    damage_type: claim.damage_type,
    at: claim.created_at.toISOString(),
  })),
  messages: messages.map((message) => ({
    id: message.id,
    kind: kinds.find((kind) => kind === message.kind) ?? ('sms' as const),
    purpose: message.purpose
      .split(':')
      .slice(0, message.claim_id ? 2 : 1)
      .join(':'),
    at: message.created_at.toISOString(),
    sent_at: message.sent_at?.toISOString() ?? null,
  })),
})

/** Returns the audit log's kind of a product's sale; an unknown one is an order. */
export const auditKind = (product = 'ogpo') => deskOf(product).auditKind

/** The last act of staff with an order; `0` before the first. */
export async function lastAct(sql: Sql, orderId: string): Promise<string> {
  const { last } = await sql
    .selectFrom('order_acts')
    .select((expression) => expression.fn.max('id').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return last ?? '0'
}

/**
 * Checks if somebody acted since the caller viewed an order: an act decided on the old view is
 * refused. Under the lock of its contract, so that of two at once the second sees the first.
 */
export async function actedSince(
  tx: Tx,
  { id, contractId, acted }: { id: string; contractId: string; acted: string | undefined },
): Promise<boolean> {
  await lockContract(tx, contractId)
  return acted !== undefined && (await lastAct(tx, id)) !== acted
}

/**
 * Records an act on an order or a subscription: its reason in the acts, the act in the audit log,
 * both with the change itself.
 */
export async function keepAct(
  tx: Tx,
  { clock, me }: Context,
  orderId: string,
  action: AuditAct,
  reason: string,
  details: Record<string, string> = {},
): Promise<void> {
  const actor = actorOf(me())
  const at = clock.now()
  await tx
    .insertInto('order_acts')
    .values({ order_id: orderId, at, actor, action, reason })
    .execute()
  const kind = auditKind((await saleOf(tx, orderId))?.sale.product)
  await audit(tx, at, { actor, action, object: { kind, id: orderId }, details })
}

/**
 * The SMS with the link and the letter with the documents, of an order or a subscription, once
 * more; each time is a message of its own.
 */
export const staffSendPapers = handle('staffSendPapers', async ({ order_id }, context) => {
  const { db, clock, me, limits, locale } = context
  await limits.count('policyDocumentsPerOrder', order_id)
  return db.transaction().execute(async (tx) => {
    const found = await saleOf(tx, order_id)
    if (!found) throw notFound()
    const { product, contractId } = found.sale
    await lockContract(tx, contractId)
    // A subscription's policy belongs to no order, but to the whole contract.
    const issued = await tx
      .selectFrom('policies')
      .select('id')
      .where('contract_id', '=', contractId)
      .where((expression) =>
        expression(expression.fn.coalesce('order_id', 'contract_id'), '=', order_id),
      )
      .limit(1)
      .executeTakeFirst()
    if (!issued) return refuse(locale, refusals.orderNotSuitable)
    await enqueueMessage(tx, context, product, order_id, `papers:${crypto.randomUUID()}`)
    const object = { kind: auditKind(product), id: order_id }
    await audit(tx, clock.now(), { actor: actorOf(me()), action: 'papers.sent_again', object })
    return { success: true as const }
  })
})

/**
 * Stores an e-mail staff entered; it becomes the client's own when they confirm it. A desk account
 * confirms its own (`deskAccount`). The order's documents go to the corrected address.
 */
export const staffSetEmail = handle(
  'staffSetEmail',
  async ({ account_id, email, order_id }, context) => {
    const { db, clock, me, locale } = context
    return db.transaction().execute(async (tx) => {
      const account = await accountById(tx, account_id)
      if (account?.realm !== 'cabinet') throw notFound()
      if (account.role !== 'user') return refuse(locale, refusals.deskAccount)
      const details = { order: order_id ?? null }
      if (account.email !== email) {
        await changeEntry(tx, context, 'email_corrected', {
          before: account,
          set: { email, email_confirmed_at: null },
          actor: actorOf(me()),
          device: '',
          details,
        })
      } else
        await audit(tx, clock.now(), {
          actor: actorOf(me()),
          action: actionOf('email_corrected'),
          object: { kind: 'account', id: account_id },
          details,
        })
      if (order_id) await orderEmail(tx, context, { id: order_id, iin: account.iin, email })
      return { success: true as const }
    })
  },
)

async function orderEmail(
  tx: Tx,
  context: Context,
  { id, ...of }: { id: string; iin: string; email: string },
) {
  const found = await saleOf(tx, id)
  const correct = found && deskOf(found.sale.product).correctEmail
  if (!correct) throw notFound()
  await correct(tx, context, { id, ...of })
}
