import { z } from 'zod'
import { ClaimCase, ClaimSlot, ClaimState, ClaimStatus, FileScan } from '#contract/claims.ts'
import { almatyDay } from '#domain/calendar.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { claim as transitions } from '#domain/claims/state.ts'
import { productNamed } from '#domain/products.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { scanActor } from './scan.ts'

const Author = z.enum(['client', 'staff'])
const Cars = z.object({ vehicles: z.array(z.object({ plate: z.string() })) })

type NameOf = Awaited<ReturnType<typeof namesOf>>

/** The claim's row with its policy's and its client's. */
const claimOf = (db: Db, id: string) =>
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
      'policies.facts',
      'accounts.phone',
    ])
    .select((expression) => [
      expression.fn.coalesce('people.surname', 'accounts.surname').as('surname'),
      expression.fn.coalesce('people.name', 'accounts.name').as('name'),
      expression.fn.coalesce('people.patronymic', 'accounts.patronymic').as('patronymic'),
    ])
    .where('claims.id', '=', id)
    .executeTakeFirst()

/** Everything that was added to a claim. */
async function partsOf(db: Db, id: string) {
  const [files, requests, messages, events, history] = await Promise.all([
    db
      .selectFrom('files')
      .selectAll()
      .where('claim_id', '=', id)
      .orderBy('created_at', 'desc')
      .execute(),
    db.selectFrom('claim_requests').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    db.selectFrom('claim_messages').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    db.selectFrom('claim_events').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
    db.selectFrom('claim_history').selectAll().where('claim_id', '=', id).orderBy('id').execute(),
  ])
  return { files, requests, messages, events, history }
}
type Parts = Awaited<ReturnType<typeof partsOf>>

const filesOf = (files: Parts['files'], kind: string, accountId: string) =>
  files
    .filter((file) => file.kind === kind)
    .map((file) => ({
      id: file.id,
      type: kind === 'slot' ? file.slot : kind,
      name: file.name,
      size: file.size,
      mime: file.mime,
      at: file.created_at.toISOString(),
      scan: FileScan.parse(file.scan),
      signature: file.signature,
      by: file.owner_id === accountId ? ('client' as const) : ('staff' as const),
    }))

/** What was asked, said and done, with who did. */
const conversation = ({ requests, messages, events, history }: Parts, nameOf: NameOf) => ({
  requests: requests.map((request) => ({
    id: request.id,
    slot: ClaimSlot.parse(request.slot),
    note: request.note,
    at: request.at.toISOString(),
    answered_at: request.answered_at?.toISOString() ?? null,
    by: request.actor === scanActor ? null : nameOf(request.actor),
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
      by: byOf('client', nameOf),
    })),
    ...events.map((event) => ({
      id: event.id,
      what: event.what,
      note: event.note,
      at: event.at.toISOString(),
      by: byOf(event.actor, nameOf),
    })),
  ],
})

/** One claim with everything staff need; the look is in the audit log. */
export const staffClaim = handle('staffClaim', async ({ claim_id }, { db, clock, me }) => {
  const row = await claimOf(db, claim_id)
  if (!row) throw notFound()
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'claim.looked_at',
    object: { kind: 'claim', id: claim_id },
  })
  const parts = await partsOf(db, claim_id)
  const { requests, messages, events } = parts
  const nameOf = await namesOf(
    db,
    [...requests, ...messages, ...events].map(({ actor }) => actor),
  )
  const state = ClaimState.parse(row.state)
  const cars = Cars.safeParse(row.facts)
  const documents = (kind: string) => filesOf(parts.files, kind, row.account_id)
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
    deadlines: claimDeadlines(state, row.documents_on ?? row.submitted_on, clock.today()),
    updated_at: row.updated_at.toISOString(),
    account_id: row.account_id,
    client: {
      name: [row.surname, row.name, row.patronymic].filter(Boolean).join(' '),
      iin: row.iin,
      phone: row.phone,
    },
    plates: cars.success ? cars.data.vehicles.map(({ plate }) => plate) : [],
    period: { start: row.start_date, end: row.end_date },
    documents: documents('slot'),
    reports: documents('evaluation_report'),
    ...conversation(parts, nameOf),
    next: [...transitions[state]],
  })
})

const byOf = (actor: string, nameOf: NameOf) => {
  if (actor === 'client') return { kind: 'client' as const, name: '' }
  return actor === scanActor
    ? { kind: 'scanner' as const, name: '' }
    : { kind: 'staff' as const, name: nameOf(actor) }
}
