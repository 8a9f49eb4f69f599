import { sql } from 'kysely'
import { z } from 'zod'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount, namesOf } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import {
  askSignature,
  closeSignature,
  signatureRow,
  waitingFor,
  whyNotSecond,
} from '../signatures/signatures.ts'

/** The signed content: goal and pay from a day on; null if none is set. */
const Signed = z.object({
  from: z.string(),
  dayGoal: z.number().nullable(),
  payPercent: z.number().nullable(),
})
type Terms = z.infer<typeof Signed>

const actor = (accountId: string) => `staff:${accountId}`

/** Returns a promoter's terms, latest first, and those waiting for a second signature. */
export const staffPromoterTerms = handle('staffPromoterTerms', async ({ id }, { db, me }) => {
  const mine = actor((await myAccount(db, me())).id)
  const waiting = (await waitingFor(db, 'terms')).get(id)
  const rows = await db
    .selectFrom('promoter_terms')
    .select(['day_goal', 'pay_percent', 'set_at', 'set_by'])
    .select(sql<string>`effective_from::text`.as('from'))
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const name = await namesOf(db, [
    ...rows.map(({ set_by }) => actor(set_by)),
    waiting?.asked_by ?? null,
  ])
  return ok({
    terms: rows.map((row) => ({
      from: row.from,
      dayGoal: row.day_goal,
      payPercent: row.pay_percent === null ? null : Number(row.pay_percent),
      setAt: row.set_at.toISOString(),
      setBy: name(actor(row.set_by)),
    })),
    waiting: waiting
      ? {
          ...Signed.parse(waiting.facts),
          id: waiting.id,
          setAt: waiting.asked_at.toISOString(),
          setBy: name(waiting.asked_by),
          mine: waiting.asked_by === mine,
        }
      : null,
  })
})

const lockedPromoter = (tx: Tx, id: string) =>
  tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('realm', '=', 'promoter')
    .forUpdate()
    .executeTakeFirst()

type Act = 'user.terms_asked' | 'user.terms_set' | 'user.terms_declined'
const noted = (tx: Tx, at: Date, action: Act, of: { by: string; id: string } & Terms) =>
  audit(tx, at, {
    actor: of.by,
    action,
    object: { kind: 'account', id: of.id },
    details: { from: of.from, goal: of.dayGoal, percent: of.payPercent },
  })

/** Sets terms from a future day: today's sales are paid by the terms their promoter saw. */
export const staffSetPromoterTerms = handle('staffSetPromoterTerms', async (ask, context) => {
  const { db, clock, me, locale } = context
  const { id, ...terms } = ask
  if (terms.from <= clock.today())
    throw invalid([{ path: 'from', message: fieldText('invalid', locale) }])
  const by = actor((await myAccount(db, me())).id)
  const at = clock.now()
  const asked = await db.transaction().execute(async (tx) => {
    if (!(await lockedPromoter(tx, id))) throw notFound()
    const of = { kind: 'terms' as const, subject: id, facts: terms, reason: '' }
    const made = await askSignature(tx, { ...of, actor: by, at })
    if (made) await noted(tx, at, 'user.terms_asked', { by, id, ...terms })
    return made
  })
  return asked ? { success: true as const } : refuse(locale, refusals.proposalWaits)
})

/** The signature, its promoter locked: two people decide one after the other. */
async function lockedTerms(tx: Tx, signatureId: string) {
  const row = await signatureRow(tx, 'terms', signatureId)
  if (!row || !(await lockedPromoter(tx, row.subject))) return undefined
  return signatureRow(tx, 'terms', signatureId)
}

const myId = async ({ db, me }: Context) => (await myAccount(db, me())).id

export const staffSignPromoterTerms = handle(
  'staffSignPromoterTerms',
  async ({ signature_id }, context) => {
    const { db, clock, locale } = context
    const account = await myId(context)
    const at = clock.now()
    const refused = await db.transaction().execute(async (tx) => {
      const row = await lockedTerms(tx, signature_id)
      if (!row) return refusals.claimChanged
      const terms = Signed.parse(row.facts)
      const why = await whyNotSecond(tx, row, { actor: actor(account), facts: terms })
      if (why !== null) return why
      if (terms.from <= clock.today()) return refusals.rowChanged
      await closeSignature(tx, row.id, { state: 'signed', actor: actor(account), at })
      await tx
        .insertInto('promoter_terms')
        .values({
          account_id: row.subject,
          effective_from: terms.from,
          day_goal: terms.dayGoal,
          pay_percent: terms.payPercent,
          set_at: at,
          set_by: account,
        })
        .execute()
      await noted(tx, at, 'user.terms_set', { by: actor(account), id: row.subject, ...terms })
      return null
    })
    return refused === null ? { success: true as const } : refuse(locale, refused)
  },
)

export const staffWithdrawPromoterTerms = handle(
  'staffWithdrawPromoterTerms',
  async ({ signature_id }, context) => {
    const { db, clock, locale } = context
    const by = actor(await myId(context))
    const at = clock.now()
    const isDone = await db.transaction().execute(async (tx) => {
      const row = await lockedTerms(tx, signature_id)
      if (!row) return false
      const state = row.asked_by === by ? 'withdrawn' : 'refused'
      if (!(await closeSignature(tx, row.id, { state, actor: by, at }))) return false
      const terms = Signed.parse(row.facts)
      await noted(tx, at, 'user.terms_declined', { by, id: row.subject, ...terms })
      return true
    })
    return isDone ? { success: true as const } : refuse(locale, refusals.claimChanged)
  },
)
