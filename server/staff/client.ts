import { z } from 'zod'
import { clientMoney } from '#domain/client-money.ts'
import { maskIin } from '#domain/iin.ts'
import { parseLocale } from '#domain/locale.ts'
import { columnIn } from '#domain/locale-columns.ts'
import { wayNamed } from '#domain/payment-ways.ts'
import { fullName } from '#domain/person.ts'
import { maskPhone } from '#domain/phone.ts'
import { accountById } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { audit } from '../audit/audit.ts'
import { looksAt } from '../audit/looks.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { unreachableBy } from '../messaging/unreachable.ts'
import { type ClientRows, clientRows } from './client-rows.ts'
import { refusedSalesOf } from './refused-sales.ts'

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
  const { person, kyc, notes } = rows
  const [nameOf, looks, refused, unreachable] = await Promise.all([
    namesOf(
      db,
      notes.map(({ actor }) => actor),
    ),
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
    birth_date: person?.birth_date ?? null,
    document: document.success
      ? { ...document.data, number: `••• ${document.data.number.slice(-3)}` }
      : null,
    resident: person?.resident ?? null,
    kyc: kycStates.find((state) => state === kyc?.status) ?? null,
    ...salesShown(rows, insurerNames),
    ...contactsShown(rows),
    money: clientMoney({ ...rows, sales: rows.orders }),
    looks,
    refused,
    notes: notes.map((note) => ({
      id: note.id,
      text: note.text,
      at: note.at.toISOString(),
      by: nameOf(note.actor),
    })),
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

/** What was agreed, claimed and told. */
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
