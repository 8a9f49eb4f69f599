import type { AuditAct } from '#domain/audit-acts.ts'
import {
  cleanParty,
  noParty,
  type Party,
  type PartyChange,
  signedChanges,
  signedFields,
  wrongIn,
} from '#domain/books/parties.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../../accounts/accounts.ts'
import { audit } from '../../audit/audit.ts'
import type { Sql, Tx } from '../../db/connect.ts'
import type { Context } from '../../http/context.ts'
import { invalid, notFound, ok, refuse } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import {
  askSignature,
  closeSignature,
  type Facts,
  signatureRow,
  waitingFor,
  whyNotSecond,
} from '../../signatures/signatures.ts'
import { actor, lockPeriods } from '../books-lock.ts'
import { isParty, partyRows } from './settings.ts'

/**
 * Counterparties: the account for a month's premiums takes one person's proposal and another's
 * signature; fields that direct no money take effect at once.
 */

/** Facts to sign: each changed field as it is (`was.iban`) and as it will be (`iban`). */
const factsOf = (changes: readonly PartyChange[]): Facts =>
  Object.fromEntries(
    changes.flatMap(({ field, was, now }) => [
      [`was.${field}`, was],
      [field, now],
    ]),
  )

/** The changes that a signature's facts tell of. */
function changesIn(facts: unknown): PartyChange[] {
  const said = new Map(Object.entries(facts ?? {}))
  return signedFields.flatMap((field) =>
    said.has(field)
      ? [{ field, was: String(said.get(`was.${field}`) ?? ''), now: String(said.get(field)) }]
      : [],
  )
}

/** Changes of counterparties that wait for their second signature, by the counterparty. */
export async function waitingParties(db: Sql) {
  const rows = await waitingFor(db, 'party')
  return new Map([...rows].map(([code, row]) => [code, { ...row, changes: changesIn(row.facts) }]))
}

/** Who signed a counterparty's bank details last, and when. */
export async function signedParties(db: Sql) {
  const rows = await db
    .selectFrom('signatures')
    .distinctOn('subject')
    .select(['subject', 'asked_by', 'decided_by', 'decided_at'])
    .where('kind', '=', 'party')
    .where('state', '=', 'signed')
    .orderBy('subject')
    .orderBy('decided_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.subject, row]))
}

const lastFour = (iban: string) => (iban === '' ? '' : `…${iban.slice(-4)}`)

/** For the audit log: of an account four signs, of a name only that it changed. */
const inAudit = (changes: readonly PartyChange[]) =>
  Object.fromEntries(
    changes.map(({ field, was, now }) => {
      const shown = field === 'iban' ? lastFour : (text: string) => text
      return [field, field === 'name' ? 'changed' : `${shown(was)} → ${shown(now)}`]
    }),
  )

const noted = (
  tx: Tx,
  at: Date,
  by: string,
  action: AuditAct,
  details: Record<string, string | number | boolean>,
) => audit(tx, at, { actor: by, action, object: { kind: 'reference', id: 'books.party' }, details })

const write = (tx: Tx, code: string, party: Party, at: Date, by: string) =>
  tx
    .insertInto('book_parties')
    .values({ code, facts: JSON.stringify(party), set_at: at, set_by: by })
    .execute()

const partyIn = async (db: Sql, code: string): Promise<Party> =>
  (await partyRows(db)).find((row) => row.code === code)?.party ?? noParty

export const reportSetParty = handle('reportSetParty', async ({ code, facts }, context) => {
  const { db, clock, locale, me } = context
  if (!isParty(await partyRows(db), code)) throw notFound()
  const account = await myAccount(db, me())
  const now = clock.now()
  const done = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const before = await partyIn(tx, code)
    const party = cleanParty({ ...before, ...facts })
    const wrong = wrongIn(party)
    if (wrong.length > 0)
      throw invalid(
        wrong.map((field) => ({
          path: `facts.${field}`,
          message: fieldText(field === 'contractDay' ? 'day' : `book_${field}`, locale),
        })),
      )
    const changes = signedChanges(before, party)
    if (changes.length > 0) {
      const of = { kind: 'party' as const, subject: code, facts: factsOf(changes), reason: '' }
      if (!(await askSignature(tx, { ...of, actor: actor(account.id), at: now })))
        return refusals.proposalWaits
      const details = { party: code, ...inAudit(changes) }
      await noted(tx, now, actor(account.id), 'books.party_asked', details)
    }
    const others = Object.keys(facts).filter((field) => !signedFields.some((one) => one === field))
    if (others.length > 0) {
      const kept = Object.fromEntries(signedFields.map((field) => [field, before[field]]))
      await write(tx, code, { ...party, ...kept }, now, account.id)
      const details = { party: code, changed: others.join(' ') }
      await noted(tx, now, actor(account.id), 'books.party_set', details)
    }
    return { waits: changes.length > 0 }
  })
  return typeof done === 'number' ? refuse(locale, done) : ok(done)
})

/** Decides a change that waits, under the lock of the books. */
async function decided(
  { db, clock, locale, me }: Context,
  id: string,
  decide: (
    tx: Tx,
    row: NonNullable<Awaited<ReturnType<typeof signatureRow>>>,
    by: { at: Date; id: string },
  ) => Promise<Parameters<typeof refuse>[1] | null>,
) {
  const account = await myAccount(db, me())
  const at = clock.now()
  const refused = await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const row = await signatureRow(tx, 'party', id)
    return row ? decide(tx, row, { at, id: account.id }) : refusals.claimChanged
  })
  return refused === null ? { success: true as const } : refuse(locale, refused)
}

export const reportSignParty = handle('reportSignParty', ({ id }, context) =>
  decided(context, id, async (tx, row, by) => {
    const changes = changesIn(row.facts)
    const before = await partyIn(tx, row.subject)
    // Compared with the present values: if they changed meanwhile, a new request is needed.
    const since = changes.map((change) => ({ ...change, was: before[change.field] }))
    const of = { actor: actor(by.id), facts: factsOf(since) }
    const why = await whyNotSecond(tx, row, of)
    if (why !== null) return why
    await closeSignature(tx, row.id, { state: 'signed', actor: of.actor, at: by.at })
    const said = Object.fromEntries(changes.map(({ field, now }) => [field, now]))
    await write(tx, row.subject, { ...before, ...said }, by.at, by.id)
    const details = { party: row.subject, ...inAudit(changes) }
    await noted(tx, by.at, of.actor, 'books.party_signed', details)
    return null
  }),
)

export const reportWithdrawParty = handle('reportWithdrawParty', ({ id }, context) =>
  decided(context, id, async (tx, row, by) => {
    const state = row.asked_by === actor(by.id) ? 'withdrawn' : 'refused'
    if (!(await closeSignature(tx, row.id, { state, actor: actor(by.id), at: by.at })))
      return refusals.claimChanged
    const details = { party: row.subject, ...inAudit(changesIn(row.facts)) }
    await noted(tx, by.at, actor(by.id), 'books.party_declined', details)
    return null
  }),
)
