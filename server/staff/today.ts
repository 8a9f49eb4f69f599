import { sql } from 'kysely'
import { z } from 'zod'
import type { today as contract } from '#contract/staff-today.ts'
import { addDays, type Day } from '#domain/calendar.ts'
import { type ClaimDeadline, type Counted, claimDeadlines } from '#domain/claims/deadlines.ts'
import { type ClaimState, openClaimStates } from '#domain/claims/state.ts'
import { type AllowedAct, breaksOn, byBreak, dueGroupOf } from '#domain/due.ts'
import type { Locale } from '#domain/locale.ts'
import { firstDayWithoutTables } from '#domain/ogpo/tables.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { titlesOf } from '../kyc/desk.ts'
import { KeptMatch } from '../kyc/lists.ts'
import { obstacleIn } from '../orders/orders.ts'
import { ownNames, shortName } from '../persons/people.ts'
import { countedColumns, countedFrom, countedOf } from '../policies/claim-days.ts'
import { shortFacts } from '../quotes/quotes.ts'
import { movedDays } from '../reference/reference.ts'
import { waitingFor, waitingForOthers } from '../signatures/signatures.ts'
import { giveBacksToSign } from './give-back.ts'
import { needsOf, waitsIn } from './needs.ts'
import { soldBy, waitingOrders } from './orders.ts'

/** A line of today's work, as each part of it is read. */

/** Maximum of rows read per desk, and of rows shown. */
const LOOKED_AT = 1_000
type Shown = Extract<z.input<typeof contract.reply>, { success: true }>['data']['rows'][number]
/** As a desk finds it; what only the shown ones need is read for those. */
type Few = 'likeness' | 'obstacle'
type About = 'who' | 'plate'
type Row = Omit<Shown, 'papers' | About | Few> & Partial<Pick<Shown, Few>>

/** Allowed delay of each act today. */
type Allowances = {
  /** Deadline by a day, the law's or the tariff's. */
  dated(due: Day): Pick<Row, 'breaks_at' | 'allowed' | 'due' | 'when'>
  /** When an act waiting since `since` becomes overdue; `day` if it belongs to one day. */
  deadlines(state: ClaimState, counted: Counted): ClaimDeadline[]
  of(act: AllowedAct, since: Date): Pick<Row, 'breaks_at' | 'allowed' | 'due' | 'when'>
}

/** The allowances of this day, by the rows of the reference. */
async function allowancesOf(context: Context): Promise<Allowances> {
  const { db, clock } = context
  const today = clock.today()
  const moved = await movedDays(db)
  const waitOf = await waitsIn(context, moved)
  return {
    dated: (due) => ({
      breaks_at: breaksOn(due).toISOString(),
      allowed: null,
      due,
      when: dueGroupOf(due, clock.now(), moved),
    }),
    deadlines: (state, counted) => claimDeadlines(state, counted, today, moved),
    of: (act, since) => {
      const { minutes, breaks, when } = waitOf(act, since)
      return { breaks_at: breaks.toISOString(), allowed: minutes, due: null, when }
    },
  }
}

/** Claims that wait for the staff. */

const Signed = z.object({ payable: z.number().nullable() })
const claimActs = {
  missing_documents: 'name_documents',
  decision: 'decide',
  payment: 'pay',
} as const

/**
 * Open claims, each by the nearest of the law's days. One that waits for a second signature is a
 * matter of everybody but the first.
 */
async function claimsOf({ db, me }: Context, allowances: Allowances): Promise<Row[]> {
  const signing = await waitingFor(db, 'claim')
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'state', 'created_at', 'payable_sum', 'estimated_sum', 'asked_sum'])
    .select(countedColumns)
    .where('state', 'in', openClaimStates)
    .orderBy(countedFrom)
    .limit(LOOKED_AT)
    .execute()
  return rows.flatMap(({ id, state, created_at, ...row }) => {
    const known = openClaimStates.find((one) => one === state)
    const [nearest] = known ? allowances.deadlines(known, countedOf(row)) : []
    const signature = signing.get(id)
    if (!nearest || signature?.asked_by === actorOf(me())) return []
    return [
      {
        act: signature ? ('sign_claim' as const) : claimActs[nearest.kind],
        desk: 'claims' as const,
        id,
        number: id,
        why: '',
        amount:
          Signed.safeParse(signature?.facts).data?.payable ??
          row.payable_sum ??
          row.estimated_sum ??
          row.asked_sum,
        since: created_at.toISOString(),
        ...allowances.dated(nearest.due),
      },
    ]
  })
}

/** The shown rows; those of claims with how many of their papers fit, of a slot the newest. */
async function withPapers(db: Db, rows: readonly Row[]): Promise<Omit<Shown, About>[]> {
  const ids = rows.flatMap(({ desk, id }) => (desk === 'claims' ? [id] : []))
  const newest =
    ids.length === 0
      ? []
      : await db
          .selectFrom('files')
          .leftJoin('paper_verdicts', 'paper_verdicts.file_id', 'files.id')
          .distinctOn(['files.claim_id', 'files.slot'])
          .select(['files.claim_id', 'files.slot', 'paper_verdicts.verdict'])
          .where('files.claim_id', 'in', ids)
          .where('files.kind', '=', 'slot')
          .orderBy('files.claim_id')
          .orderBy('files.slot')
          .orderBy('files.created_at', 'desc')
          .execute()
  const of = Map.groupBy(newest, ({ claim_id }) => claim_id)
  return rows.map((row) => {
    const papers = row.desk === 'claims' ? (of.get(row.id) ?? []) : null
    const fit = papers?.filter(({ verdict }) => verdict === 'fits').length ?? 0
    const judged = papers?.filter(({ verdict }) => verdict !== null).length ?? 0
    return {
      ...row,
      likeness: row.likeness ?? null,
      obstacle: row.obstacle ?? null,
      papers: papers && { fit, judged, all: papers.length },
    }
  })
}

/** People and cars of the shown rows, in a fixed number of statements. */
async function aboutOf(db: Db, rows: readonly Row[], locale: Locale) {
  const idsOf = (desk: Row['desk']) =>
    rows.flatMap((row) => (row.desk === desk && row.id ? [row.id] : []))
  const [sold, claims, inbox] = await Promise.all([
    soldBy(db, idsOf('orders')),
    db
      .selectFrom('claims')
      .innerJoin('accounts', 'accounts.id', 'claims.account_id')
      .leftJoin('people', 'people.iin', 'claims.iin')
      .innerJoin('policies', 'policies.id', 'claims.policy_id')
      .select(['claims.id', 'policies.facts', ...ownNames])
      .where('claims.id', 'in', [...idsOf('claims'), ''])
      .execute(),
    db
      .selectFrom('feedback')
      .select(['id', 'name'])
      .where(sql<boolean>`id = any(${idsOf('inbox')}::uuid[])`)
      .execute(),
  ])
  return new Map([
    ...[...sold].map(([id, { facts }]) => {
      const { who, plate } = shortFacts(facts, locale)
      return [id, { who, plate }] as const
    }),
    ...claims.map(
      ({ id, surname, name, facts }) =>
        [
          id,
          {
            who: shortName({ surname, name }),
            plate: shortFacts(facts, locale).plate,
          },
        ] as const,
    ),
    // As they wrote it, the first word whole.
    ...inbox.map(({ id, name }) => {
      const [surname = '', ...rest] = name.split(/\s+/)
      return [id, { who: shortName({ surname, name: rest.join(' ') }), plate: null }] as const
    }),
  ])
}

type Titles = Awaited<ReturnType<typeof titlesOf>>

/** Lists the checks' work: people to decide about or to sign for, lists to sign. */
async function kycOf({ db, me, locale }: Context, allowances: Allowances): Promise<Row[]> {
  const titles = await titlesOf(db, locale)
  const own = actorOf(me())
  const [matches, lists] = await Promise.all([
    matchesOf(db, titles, allowances, { actor: own, iin: me().iin }),
    waitingForOthers(db, ['list'], own),
  ])
  return [
    ...matches,
    ...lists.map(({ subject, asked_at }) => ({
      act: 'sign_list' as const,
      desk: 'kyc' as const,
      id: subject,
      number: titles.get(subject)?.title ?? subject,
      why: '',
      amount: null,
      since: asked_at.toISOString(),
      ...allowances.of('sign_list', asked_at),
    })),
  ]
}

/**
 * Blocked people without a decision, and those to be unblocked by a second person: the lists that
 * matched and how alike, with nothing about the person. The requester of the second signature and
 * the person themself have nothing to do.
 */
async function matchesOf(
  db: Db,
  titles: Titles,
  allowances: Allowances,
  me: { actor: string; iin: string | null },
): Promise<Row[]> {
  const rows = await db
    .selectFrom('kyc_cases')
    .innerJoin('screenings', 'screenings.id', 'kyc_cases.screening_id')
    .leftJoin('signatures', (join) =>
      join
        .on('signatures.kind', '=', 'kyc')
        .on('signatures.state', '=', 'waiting')
        .on('signatures.subject', '=', sql<string>`kyc_cases.id::text`),
    )
    .select(['kyc_cases.id', 'kyc_cases.opened_at', 'screenings.matches', 'signatures.asked_at'])
    .where('kyc_cases.status', '=', 'blocked')
    .where(({ eb, or }) =>
      or([eb('kyc_cases.decided_at', 'is', null), eb('signatures.id', 'is not', null)]),
    )
    .where(({ eb, or }) =>
      or([eb('signatures.id', 'is', null), eb('signatures.asked_by', '<>', me.actor)]),
    )
    // Hides a case of one's own (decision 302).
    .where('kyc_cases.iin', '<>', me.iin ?? '')
    .orderBy('kyc_cases.opened_at')
    .limit(LOOKED_AT)
    .execute()
  return rows.map(({ id, opened_at, asked_at, matches: kept }) => {
    const matches = z.array(KeptMatch).catch([]).parse(kept)
    return {
      act: asked_at ? 'sign_unblock' : 'match',
      desk: 'kyc',
      id,
      number: '',
      why: [...new Set(matches.map(({ list }) => titles.get(list)?.title ?? list))].join(', '),
      likeness: matches.length > 0 ? Math.max(...matches.map(({ score }) => score)) : null,
      amount: null,
      since: (asked_at ?? opened_at).toISOString(),
      ...allowances.of(asked_at ? 'sign_unblock' : 'match', asked_at ?? opened_at),
    }
  })
}

const SHOWN = 100

/**
 * Lists what waits for staff, of every desk the caller may open. Shows surname and initial only, as
 * the desks' lists do: opening one is the desk's, and audited there.
 */
export const staffToday = handle('staffToday', async (_body, context) => {
  const { db } = context
  const allowances = await allowancesOf(context)
  const [waiting, signatures, claims, kyc, inbox, reference, mentions] = await Promise.all([
    ordersOf(context, allowances),
    signaturesOf(context, allowances),
    claimsOf(context, allowances),
    kycOf(context, allowances),
    inboxOf(db, allowances),
    referenceOf(context, allowances),
    mentionsOf(context),
  ])
  // A refund waiting for a signature is the order's one row: nobody issues it meanwhile.
  const toSign = new Set(signatures.map(({ id }) => id))
  const orders = [...signatures, ...waiting.filter(({ id }) => !toSign.has(id))]
  const all = { orders, claims, kyc, inbox, reference }
  const shown = Object.values(all).flat().sort(byBreak).slice(0, SHOWN)
  const [rows, about] = await Promise.all([
    withPapers(db, shown),
    aboutOf(db, shown, context.locale),
  ])
  return ok({
    rows: rows.map((row) => ({ ...row, ...(about.get(row.id) ?? { who: '', plate: null }) })),
    counts: {
      orders: counted(orders),
      claims: counted(claims),
      kyc: counted(kyc),
      inbox: counted(inbox),
      reference: counted(reference),
    },
    mentions,
    at: new Date().toISOString(),
  })
})

/** Counts cases with an unread note that names the caller. */
async function mentionsOf({ db, me }: Context): Promise<number> {
  const { accountId } = me()
  if (!accountId) return 0
  const { n } = await db
    .selectFrom('desk_mentions')
    .innerJoin('desk_notes', 'desk_notes.id', 'desk_mentions.note_id')
    .select(sql<string>`count(distinct (about, subject))`.as('n'))
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const counted = (rows: readonly Row[]) => ({
  all: rows.length,
  late: rows.filter(({ when }) => when === 'late' || when === 'today').length,
})

async function ordersOf({ db, clock, me }: Context, allowances: Allowances): Promise<Row[]> {
  const { rows } = await waitingOrders(db, clock.today())
  const needOf = await needsOf(db, rows, clock.today())
  const own = actorOf(me())
  return rows.flatMap((row) => {
    const { need = null, enteredBy = null } = needOf.get(row.id) ?? {}
    // A colleague must approve one's own bank details.
    if (!need || (need === 'approve_details' && enteredBy === own)) return []
    const since = row.paid_at ?? row.created_at
    return [
      {
        act: need,
        desk: 'orders' as const,
        id: row.id,
        number: row.number,
        why: '',
        obstacle: need === 'issue' ? obstacleIn(row.issue_error) : null,
        amount: need === 'issue' ? row.amount : Number(row.to_refund ?? 0),
        since: since.toISOString(),
        ...allowances.of(need, since),
      },
    ]
  })
}

/** Refunds that wait for the second signature, which is not the first's own. */
async function signaturesOf(context: Context, allowances: Allowances): Promise<Row[]> {
  return (await giveBacksToSign(context)).map(({ orderId, amount, since }) => ({
    act: 'sign_refund' as const,
    desk: 'orders' as const,
    id: orderId,
    number: orderId,
    why: '',
    amount,
    since: since.toISOString(),
    ...allowances.of('sign_refund', since),
  }))
}

const inboxActs: Record<string, 'answer' | 'call_back' | 'bill'> = {
  call_back: 'call_back',
  organisation: 'bill',
}

async function inboxOf(db: Db, allowances: Allowances): Promise<Row[]> {
  const rows = await db
    .selectFrom('feedback')
    .select(['id', 'kind', 'number', 'created_at'])
    .where('state', '=', 'new')
    .orderBy('created_at')
    .limit(LOOKED_AT)
    .execute()
  return rows.map(({ id, kind, number, created_at }) => ({
    act: inboxActs[kind] ?? 'answer',
    amount: null,
    desk: 'inbox',
    id,
    number: `№\u00a0${number}`,
    why: '',
    since: created_at.toISOString(),
    ...allowances.of(inboxActs[kind] ?? 'answer', created_at),
  }))
}

const referenceOf = async (context: Context, allowances: Allowances) => [
  ...(await missingTables(context, allowances)),
  ...(await proposalsOf(context, allowances)),
]

/** Tariff tables that end soon without others after them, unless they have been proposed. */
async function missingTables(
  { db, clock, reference }: Context,
  allowances: Allowances,
): Promise<Row[]> {
  const day = firstDayWithoutTables(await reference.allTables(), clock.today())
  if (day === null) return []
  const proposed = await db
    .selectFrom('reference_proposals')
    .select('id')
    .where('kind', '=', 'tariff')
    .where('state', '=', 'proposed')
    .where('effective_from', '<=', day)
    .executeTakeFirst()
  const due = addDays(day, -1)
  return proposed
    ? []
    : [
        {
          act: 'enter_tables',
          amount: null,
          desk: 'reference',
          id: 'tariff',
          number: day.slice(0, 4),
          why: '',
          since: clock.now().toISOString(),
          ...allowances.dated(due),
        },
      ]
}

/** Proposals of others, for an administrator. */
async function proposalsOf({ db, me }: Context, allowances: Allowances): Promise<Row[]> {
  const { administrator, accountId } = me()
  if (!administrator) return []
  const rows = await db
    .selectFrom('reference_proposals')
    .select(['kind', 'row_key', 'proposed_at', 'proposed_by'])
    .where('state', '=', 'proposed')
    .orderBy('proposed_at')
    .limit(LOOKED_AT)
    .execute()
  const others = rows.filter(({ proposed_by }) => proposed_by !== accountId)
  return others.map(({ kind, row_key, proposed_at }) => ({
    act: 'approve_change',
    amount: null,
    desk: 'reference',
    id: kind,
    number: row_key,
    why: '',
    since: proposed_at.toISOString(),
    ...allowances.of('approve_change', proposed_at),
  }))
}
