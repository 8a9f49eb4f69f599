import { ClaimCase, ClaimState, ClaimStatus, FileScan } from '#contract/claims.ts'
import { PaperVerdict } from '#contract/staff-claims.ts'
import { almatyDay } from '#domain/calendar.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { claim as transitions } from '#domain/claims/state.ts'
import { maskIin } from '#domain/iin.ts'
import { parseLocale } from '#domain/locale.ts'
import { fullName } from '#domain/person.ts'
import { maskPhone } from '#domain/phone.ts'
import { productNamed } from '#domain/products.ts'
import { actorOf } from '../accounts/owner.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { caseNotes } from '../notes/notes.ts'
import { countedColumns, countedOf } from '../policies/claim-days.ts'
import { ClaimDetails } from './claim-details.ts'
import { lastActOf } from './desk-acts.ts'
import { conversation, type NameOf, type Parts, partsOf } from './desk-conversation.ts'
import { heldOf } from './desk-decide.ts'
import { lettersOf } from './desk-letters.ts'
import { signingOf } from './desk-signing.ts'
import { happenedOf } from './happened.ts'
import { deskNotice } from './notice/desk.ts'
import { platesOf, sumInsuredOf } from './policy-facts.ts'
import { signsOf } from './signs.ts'

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
      'policies.facts',
      'policies.ogpo_plus_premium',
      'accounts.phone',
      'accounts.locale',
    ])
    .select((expression) => [
      ...countedColumns(expression),
      expression.fn.coalesce('people.surname', 'accounts.surname').as('surname'),
      expression.fn.coalesce('people.name', 'accounts.name').as('name'),
      expression.fn.coalesce('people.patronymic', 'accounts.patronymic').as('patronymic'),
    ])
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

/** What the rules are asked with, what somebody should look at twice, and letters by both. */
async function ruled(context: Context, row: Row, { files }: Parts, nameOf: NameOf, notice: Notice) {
  const { db, clock, reference } = context
  const today = clock.today()
  const happened = happenedOf(row)
  const tables = await reference.tables(today)
  const status = ClaimState.parse(row.state)
  const rules = {
    happened_on: happened.on,
    submitted_on: row.submitted_on,
    counted_from: row.counted_from,
    decided_on: row.decided_on,
    paid_on: row.paid_on,
    identity_confirmed: happened.identityConfirmed,
    injured: happened.injured,
    simplified: notice?.signed_at != null,
    direct: row.direct,
    own_cover: row.ogpo_plus_premium > 0,
    mrp: tables?.mrp ?? null,
    sum_insured: sumInsuredOf(row.facts),
    today,
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
      period: { start: row.start_date, end: row.end_date },
      known: rules,
      files: filesOf(files, 'slot', row.account_id, nameOf),
      deadlines: claimDeadlines(status, countedOf(row), today),
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
    deadlines: claimDeadlines(state, countedOf(row), clock.today()),
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
    period: { start: row.start_date, end: row.end_date },
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
    held: await heldOf(db, row.id, actorOf(me()), nameOf),
    notes: await caseNotes(db, { about: 'claim', subject: row.id }, me()),
  })
})
