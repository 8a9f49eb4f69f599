import { z } from 'zod'
import { ClaimCase, ClaimSlot, ClaimState, ClaimStatus, FileScan } from '#contract/claims.ts'
import { PaperVerdict } from '#contract/staff-claims.ts'
import { almatyDay } from '#domain/calendar.ts'
import type { AtDesk } from '#domain/claims/at-desk.ts'
import { verdictAtDesk } from '#domain/claims/at-desk.ts'
import { type ClaimDeadline, claimDeadlines } from '#domain/claims/deadlines.ts'
import type { ClaimLetter } from '#domain/claims/letters.ts'
import { homeSumFor } from '#domain/claims/limits.ts'
import { claimPapers } from '#domain/claims/papers.ts'
import { claim as transitions } from '#domain/claims/state.ts'
import { formatMoney, longDate } from '#domain/format.ts'
import { maskIin } from '#domain/iin.ts'
import { inEveryLanguage, type Localized, parseLocale } from '#domain/locale.ts'
import { fullName } from '#domain/person.ts'
import { maskPhone } from '#domain/phone.ts'
import { productNamed } from '#domain/products.ts'
import { claimLetter, type LetterFacts } from '#texts/claim-letters.ts'
import { paperNames, paperSources } from '#texts/claim-verdict.ts'
import { brand } from '../../../brand.ts'
import { namesOf } from '../../accounts/accounts.ts'
import { actorOf } from '../../accounts/owner.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Context } from '../../http/context.ts'
import { notFound, ok } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { caseNotes, notesOf } from '../../notes/notes.ts'
import { allOwnNames } from '../../persons/people.ts'
import { countedColumns, countedOf } from '../../policies/claim-days.ts'
import { movedDays } from '../../reference/reference.ts'
import { ClaimDetails } from '../client.ts'
import { wayActor } from '../draft-send.ts'
import { deskNotice } from '../notice/desk.ts'
import { endedAt, lastInsuredDay } from '../queries.ts'
import { scanActor } from '../scan.ts'
import { signsOf } from '../signs.ts'
import { happenedOf, homeSumsOf, platesOf } from '../verdict.ts'
import { lastActOf } from './acts.ts'
import { heldOf, signingOf } from './decide.ts'

/** A claim's conversation for its desk, with the authors. */

const Author = z.enum(['client', 'staff'])

export type NameOf = Awaited<ReturnType<typeof namesOf>>

/** Everything that was added to a claim. */
export async function partsOf(db: Db, id: string) {
  const [files, requests, messages, events, history, notes] = await Promise.all([
    db
      .selectFrom('files')
      .leftJoin('paper_verdicts', 'paper_verdicts.file_id', 'files.id')
      .selectAll('files')
      .leftJoin('photograph_prints', 'photograph_prints.file_id', 'files.id')
      .select(['paper_verdicts.verdict', 'paper_verdicts.actor as judge', 'small'])
      .where('files.claim_id', '=', id)
      .orderBy('files.created_at', 'desc')
      .execute(),
    db.selectFrom('claim_requests').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    db.selectFrom('claim_messages').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    db.selectFrom('claim_events').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    db.selectFrom('claim_history').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    notesOf(db, { about: 'claim', subject: id }),
  ])
  return { files, requests, messages, events, history, notes }
}
export type Parts = Awaited<ReturnType<typeof partsOf>>

/** The scanner has no name; the product itself requested what a claim lacked when it was sent. */
const askedBy = (actor: string, nameOf: NameOf): string | null => {
  if (actor === wayActor) return brand.latin
  return actor === scanActor ? null : nameOf(actor)
}

/** Requests, messages and acts with their authors. */
const conversation = (
  { requests, messages, events, history, notes }: Parts,
  nameOf: NameOf,
  me: string,
) => ({
  requests: requests.map((request) => ({
    id: request.id,
    slot: ClaimSlot.parse(request.slot),
    note: request.note,
    at: request.at.toISOString(),
    answered_at: request.answered_at?.toISOString() ?? null,
    by: askedBy(request.actor, nameOf),
  })),
  messages: messages.map((message) => ({
    id: message.id,
    text: message.body,
    from: Author.parse(message.author),
    at: message.at.toISOString(),
    by: message.author === 'client' ? '' : nameOf(message.actor),
  })),
  // The first line of the history is the client's own: the documents were sent.
  events: [
    ...history.slice(0, 1).map((line) => ({
      id: 'first',
      what: 'sent',
      note: '',
      at: line.at.toISOString(),
      by: byOf('client', nameOf, me),
    })),
    ...events.map((event) => ({
      id: event.id,
      what: event.what,
      note: event.note,
      at: event.at.toISOString(),
      by: byOf(event.actor, nameOf, me),
    })),
    ...notes.map((note) => ({
      id: note.id,
      what: `note.${note.act}`,
      note: note.text,
      at: note.at.toISOString(),
      by: byOf(note.actor, nameOf, me),
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at)),
})

const byOf = (actor: string, nameOf: NameOf, me: string) => {
  if (actor === 'client') return { kind: 'client' as const, name: '', mine: false }
  return actor === scanActor
    ? { kind: 'scanner' as const, name: '', mine: false }
    : { kind: 'staff' as const, name: nameOf(actor), mine: actor === me }
}

type File = { type: string; scan: string; verdict: { is: string } | null }
type Of = Omit<AtDesk, 'papers'> & {
  number: string
  /** The newest of a kind first. */
  files: readonly File[]
  deadlines: readonly ClaimDeadline[]
  payable: number | null
}

/** Letters that fit the claim's current state, each in every language. */
function lettersOf(of: Of): { letter: ClaimLetter; text: Localized }[] {
  const isHere = ({ scan, verdict }: File) => scan !== 'infected' && verdict?.is !== 'again'
  const papers = claimPapers.filter((paper) => {
    const newest = of.files.find(({ type }) => type === paper)
    return newest !== undefined && isHere(newest)
  })
  const { missing } = verdictAtDesk({ ...of, papers: new Set(papers) })
  const dayOf = (kind: ClaimDeadline['kind']): Localized | null => {
    const due = of.deadlines.find((one) => one.kind === kind)?.due
    return due ? inEveryLanguage((locale) => longDate(locale, due)) : null
  }
  const facts: LetterFacts = {
    number: of.number,
    missing: missing.map(({ paper, where }) =>
      inEveryLanguage((locale) => ({
        paper: paperNames[locale][paper],
        where: paperSources[locale][where],
      })),
    ),
    decision: dayOf('decision'),
    payment: dayOf('payment'),
    sum: of.payable === null ? null : formatMoney(of.payable),
  }
  const fitting: ClaimLetter[] = [
    ...(missing.length > 0 && of.deadlines.length > 0 ? (['lacks'] as const) : []),
    ...(facts.decision ? (['terms'] as const) : []),
    ...(of.status === 'accepted' ? (['paid'] as const) : []),
  ]
  return fitting.map((letter) => ({ letter, text: claimLetter(letter, facts) }))
}

/** The claim's row with its policy's and its client's. */
export const claimOf = (db: Db, id: string) =>
  db
    .selectFrom('claims')
    .innerJoin('policies', 'policies.id', 'claims.policy_id')
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .leftJoin('people', 'people.iin', 'claims.iin')
    .selectAll('claims')
    .select([
      'policies.global_id',
      'policies.start_date',
      'policies.end_date',
      'policies.state as policy_state',
      'policies.facts',
      'policies.ogpo_plus_premium',
      endedAt.as('ended_at'),
      'accounts.phone',
      'accounts.locale',
    ])
    .select((expression) => [...countedColumns(expression), ...allOwnNames])
    .where('claims.id', '=', id)
    .executeTakeFirst()

const filesOf = (files: Parts['files'], kind: string, accountId: string, nameOf: NameOf) =>
  files
    .filter((file) => file.kind === kind)
    .map((file) => ({
      id: file.id,
      type: kind === 'evaluation_report' ? kind : file.slot,
      name: file.name,
      size: file.size,
      mime: file.mime,
      at: file.created_at.toISOString(),
      scan: FileScan.parse(file.scan),
      signature: file.signature,
      small: file.small ? `data:image/webp;base64,${file.small.toString('base64')}` : null,
      by: file.owner_id === accountId ? ('client' as const) : ('staff' as const),
      verdict: file.verdict
        ? { is: PaperVerdict.parse(file.verdict), by: nameOf(file.judge) }
        : null,
    }))

type Notice = Awaited<ReturnType<typeof deskNotice>>
type Row = NonNullable<Awaited<ReturnType<typeof claimOf>>>

/** The days the policy insured: to its end, or to the day it was ended before its time. */
const periodOf = (row: Row) => {
  const start = row.start_date
  const last = lastInsuredDay({ ...row, state: row.policy_state })
  // A policy that insured no day is shown with the days it was sold for.
  return { start, end: last < start ? row.end_date : last }
}

/** Returns the rules' input, the signs for a second check, and the letters based on both. */
async function ruled(context: Context, row: Row, { files }: Parts, nameOf: NameOf, notice: Notice) {
  const { db, clock, reference } = context
  const today = clock.today()
  const moved = await movedDays(db)
  const happened = happenedOf(row)
  const tables = await reference.tables(today)
  const status = ClaimState.parse(row.state)
  const sums = homeSumsOf(row.facts)
  const rules = {
    happened_on: happened.on,
    submitted_on: row.submitted_on,
    counted_from: row.counted_from,
    decided_on: row.decided_on,
    paid_on: row.paid_on,
    identity_confirmed: happened.identityConfirmed,
    injured: happened.injured ?? false,
    simplified: notice?.signed_at != null,
    direct: row.direct,
    own_cover: row.ogpo_plus_premium > 0,
    mrp: tables?.mrp ?? null,
    sum_insured: sums && homeSumFor(sums, ClaimCase.parse(row.claim_case)),
    today,
    moved,
  }
  return {
    rules,
    signs: await signsOf(
      db,
      row.id,
      { startsOn: row.start_date, plates: platesOf(row.facts) },
      happened,
      notice,
    ),
    letters: lettersOf({
      number: row.id,
      product: productNamed(row.policy_type),
      claimCase: ClaimCase.parse(row.claim_case),
      party: ClaimStatus.parse(row.claim_status),
      status,
      period: periodOf(row),
      known: rules,
      files: filesOf(files, 'slot', row.account_id, nameOf),
      deadlines: claimDeadlines(status, countedOf(row), today, moved),
      payable: row.payable_sum,
    }),
  }
}

/** One claim with everything staff need; the look is in the audit log. */
export const staffClaim = handle('staffClaim', async ({ claim_id }, context) => {
  const { db, clock, me } = context
  const row = await claimOf(db, claim_id)
  if (!row) throw notFound()
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'claim.looked_at',
    object: { kind: 'claim', id: claim_id },
  })
  const parts = await partsOf(db, claim_id)
  const { requests, messages, events, notes } = parts
  const nameOf = await namesOf(db, [
    ...[...requests, ...messages, ...events, ...notes].map(({ actor }) => actor),
    ...parts.files.map(({ judge }) => judge),
  ])
  const notice = await deskNotice(context, row.id)
  const state = ClaimState.parse(row.state)
  const documents = (kind: string) => filesOf(parts.files, kind, row.account_id, nameOf)
  return ok({
    claim_id: row.id,
    claim_number: row.id,
    global_id: row.global_id,
    claim_date: almatyDay(row.created_at),
    status: state,
    policy_number: row.policy_number,
    policy_type: productNamed(row.policy_type),
    property_address: row.property_address,
    damage_type: row.damage_type,
    claim_case: ClaimCase.parse(row.claim_case),
    claim_status: ClaimStatus.parse(row.claim_status),
    visible_to_client: row.visible_to_client,
    deadlines: claimDeadlines(state, countedOf(row), clock.today(), await movedDays(db)),
    updated_at: row.updated_at.toISOString(),
    account_id: row.account_id,
    third_party: ClaimDetails.safeParse(row.details).data?.named ?? null,
    client: {
      name: fullName(row),
      iin: maskIin(row.iin),
      phone: row.phone ? maskPhone(row.phone) : null,
      locale: parseLocale(row.locale),
    },
    plates: platesOf(row.facts),
    period: periodOf(row),
    documents: documents('slot'),
    photographs: documents('photo'),
    zones: happenedOf(row).zones,
    reports: documents('evaluation_report'),
    ...conversation(parts, nameOf, actorOf(me())),
    next: [...transitions[state]],
    sums: { asked: row.asked_sum, estimated: row.estimated_sum, payable: row.payable_sum },
    ...(await ruled(context, row, parts, nameOf, notice)),
    notice,
    acted: await lastActOf(db, row.id),
    signing: await signingOf(context, row),
    held: await heldOf(db, row.id, actorOf(me())),
    notes: await caseNotes(db, { about: 'claim', subject: row.id }, me()),
  })
})
