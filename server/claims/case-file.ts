import { buffer } from 'node:stream/consumers'
import { brand } from '#brand'
import { ClaimState } from '#contract/claims.ts'
import { PaperVerdict } from '#contract/staff-claims.ts'
import type { CasePaper, ClaimFileFacts, NotAttached } from '#documents/claim-file.ts'
import { spacedPlate } from '#documents/format.ts'
import type { Joined } from '#documents/joined-photographs.ts'
import { almatyDay } from '#domain/calendar.ts'
import { photographOf } from '#domain/claim-way/photographs.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { claimPapers } from '#domain/claims/papers.ts'
import { caseFileMaxBytes } from '#domain/constants.ts'
import { inEveryLanguage, type Locale, parseLocale } from '#domain/locale.ts'
import { fullName } from '#domain/person.ts'
import { claimPaperName } from '#texts/claim-events.ts'
import { claimFileTexts } from '#texts/claim-file.ts'
import { claimNotices, claimSms } from '#texts/claim-messages.ts'
import { namesOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { sheetFault } from '../files/upload.ts'
import type { Context } from '../http/context.ts'
import { notFound } from '../http/refuse.ts'
import { FileAnswer, handle } from '../http/route.ts'
import { countedOf } from '../policies/claim-days.ts'
import { movedDays } from '../reference/reference.ts'
import { ClaimDetails } from './client.ts'
import { claimOf, type NameOf, type Parts, partsOf } from './desk/case.ts'
import { wayActor } from './draft-send.ts'
import { scanActor } from './scan.ts'
import { platesOf } from './verdict.ts'

type Row = NonNullable<Awaited<ReturnType<typeof claimOf>>>
type FileRow = Parts['files'][number]

/**
 * A claim's file as one PDF for the insurer: who, what, the decision, every paper and photograph
 * whole, letters and history. Notes of colleagues stay inside. Who made it is audited.
 */
export const staffClaimFile = handle('staffClaimFile', async ({ claim_id }, context) => {
  const { db, clock, me, limits, locale } = context
  await limits.count('caseFilesPerDesk', me().accountId ?? me().iin)
  const actor = actorOf(me())
  const facts = await caseFacts(context, claim_id, actor, locale)
  if (!facts) throw notFound()
  await audit(db, clock.now(), {
    actor,
    action: 'claim.file',
    object: { kind: 'claim', id: claim_id },
    details: { papers: facts.papers.length },
  })
  const bytes = await madeOf(context, facts)
  return new FileAnswer(
    `qorgan-${claim_id}-${almatyDay(clock.now())}-${locale}.pdf`,
    'application/pdf',
    bytes,
  )
})

/**
 * A file that crashes its reader would lose all others with it: then reads each alone, and omits
 * those that can't be read.
 */
async function madeOf(context: Context, facts: ClaimFileFacts): Promise<Buffer> {
  const { sheetMakers, locale, log, me } = context
  const make = (of: ClaimFileFacts) => sheetMakers.make({ of: 'case', facts: of, locale }, me().iin)
  try {
    return await make(facts)
  } catch (cause) {
    log.warn({ err: cause }, "a claim's file is made without what can't be read")
  }
  const papers: CasePaper[] = []
  for (const paper of facts.papers)
    papers.push(
      typeof paper.attached !== 'string' && (await sheetFault(context, paper.attached))
        ? { ...paper, attached: 'unreadable' }
        : paper,
    )
  return make({ ...facts, papers })
}

/** The first of a decision's two signatures; undefined if one person decided. */
const signedBefore = (db: Db, claimId: string) =>
  db
    .selectFrom('signatures')
    .select(['asked_by', 'asked_at'])
    .where('kind', '=', 'claim')
    .where('subject', '=', claimId)
    .where('state', '=', 'signed')
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the contents of a claim's file, with its papers; null if the claim does not exist. */
export async function caseFacts(
  deps: Of,
  claimId: string,
  actor: string,
  locale: Locale,
): Promise<ClaimFileFacts | null> {
  const { db } = deps
  const row = await claimOf(db, claimId)
  if (!row) return null
  const parts = await partsOf(db, claimId)
  const signature = await signedBefore(db, claimId)
  const nameOf = await namesOf(db, [
    ...[...parts.requests, ...parts.messages, ...parts.events, ...parts.history].map(
      (one) => one.actor,
    ),
    signature?.asked_by ?? null,
    actor,
  ])
  return factsOf(deps, row, parts, { nameOf, signature, actor, locale })
}

type With = {
  nameOf: NameOf
  signature: Awaited<ReturnType<typeof signedBefore>>
  actor: string
  locale: Locale
}
type Of = Pick<Context, 'db' | 'clock' | 'reference' | 'systems'>

async function factsOf(
  of: Of,
  row: Row,
  parts: Parts,
  { nameOf, signature, actor, locale }: With,
): Promise<ClaimFileFacts> {
  const { db, clock, reference, systems } = of
  const state = ClaimState.parse(row.state)
  const told = ClaimDetails.safeParse(row.details).data ?? null
  const insurer = (await reference.insurers(clock.today())).find(
    ({ code }) => code === row.insurer_code,
  )
  const decided = parts.history.findLast(
    (line) => line.state === 'accepted' || line.state === 'rejected',
  )
  const isDecided = decided && row.decided_on !== null
  const plates = told?.answers.own_plate ? [told.answers.own_plate] : platesOf(row.facts)
  return {
    broker: brand,
    insurer: insurer?.name ?? inEveryLanguage(() => row.insurer_code ?? '–'),
    documentDate: clock.now(),
    number: row.id,
    state,
    damage: row.damage_type,
    applicant: {
      fullName: fullName(row),
      iin: row.iin,
      phone: row.phone,
      email: null,
      document: null,
    },
    checkedAt: null,
    told: told && { by: told.by, answers: told.answers },
    policy: { number: row.policy_number, start: row.start_date, end: row.end_date },
    cars: plates.map(spacedPlate),
    address: row.property_address,
    days: {
      submitted: row.submitted_on,
      counted: row.counted_from,
      decided: row.decided_on,
      paid: row.paid_on,
    },
    deadlines: claimDeadlines(state, countedOf(row), clock.today(), await movedDays(db)),
    sums: { asked: row.asked_sum, estimated: row.estimated_sum, payable: row.payable_sum },
    decision: isDecided
      ? {
          reason: decided.reason,
          by: { name: nameOf(decided.actor), at: decided.at.toISOString() },
          first:
            signature && decided.state === 'accepted'
              ? { name: nameOf(signature.asked_by), at: signature.asked_at.toISOString() }
              : null,
        }
      : null,
    papers: await papersOf(systems, row, parts.files, locale),
    letters: lettersOf(await smsOf(db, row), parts, nameOf),
    history: historyOf(parts, nameOf),
    made: { name: nameOf(actor), at: clock.now().toISOString() },
  }
}

const order = (file: FileRow): number =>
  file.kind === 'slot'
    ? [...claimPapers, file.slot].findIndex((slot) => slot === file.slot)
    : file.kind === 'photo'
      ? claimPapers.length + 1
      : claimPapers.length + 2

/** Returns papers in the order of the form, then the photographs as taken, then reports. */
async function papersOf(
  systems: Context['systems'],
  row: Row,
  files: Parts['files'],
  locale: Locale,
): Promise<CasePaper[]> {
  const inOrder = files.toSorted(
    (one, other) =>
      order(one) - order(other) || one.created_at.getTime() - other.created_at.getTime(),
  )
  const papers: CasePaper[] = []
  let bytes = 0
  for (const file of inOrder) {
    const left: NotAttached | null =
      file.scan === 'infected'
        ? 'infected'
        : file.scan !== 'clean'
          ? 'waiting'
          : bytes + file.size > caseFileMaxBytes
            ? 'large'
            : null
    if (left === null) bytes += file.size
    const isReport = file.kind === 'evaluation_report'
    papers.push({
      slot: isReport ? null : file.slot,
      name: file.name,
      from: file.owner_id === row.account_id ? 'client' : 'broker',
      at: file.created_at.toISOString(),
      verdict: file.verdict ? PaperVerdict.parse(file.verdict) : null,
      sha256: file.sha256.toString('hex'),
      attached: left ?? (await attachedOf(file)),
    })
  }
  return papers

  async function attachedOf(file: FileRow): Promise<Joined> {
    const content = new Uint8Array(await buffer(await systems.files.read(file.storage_key)))
    const found = file.mime === 'application/pdf' ? null : photographOf(content)
    return {
      bytes: content,
      mime: file.mime,
      turns: found && typeof found !== 'string' ? found.turns : 0,
      caption:
        file.kind === 'evaluation_report'
          ? claimFileTexts.report[locale]
          : claimPaperName(file.slot, locale),
    }
  }
}

/** The SMS that went to the client's phone about the claim, as they were worded. */
async function smsOf(db: Db, row: Row) {
  const sent = await db
    .selectFrom('messages')
    .select(['purpose', 'sent_at'])
    .where('claim_id', '=', row.id)
    .where('sent_at', 'is not', null)
    .orderBy('sent_at')
    .execute()
  const locale = parseLocale(row.locale)
  return sent.flatMap(({ purpose, sent_at }) => {
    const notice = claimNotices.find((one) => purpose === `claim:${one}`)
    if (!notice || !sent_at) return []
    const text = claimSms(notice, { number: row.id, link: '…' })[locale]
    return [{ kind: 'sms' as const, at: sent_at.toISOString(), by: brand.name[locale], text }]
  })
}

function lettersOf(
  sms: Awaited<ReturnType<typeof smsOf>>,
  { messages, requests }: Parts,
  nameOf: NameOf,
): ClaimFileFacts['letters'] {
  return [
    ...sms,
    ...messages.map((message) => ({
      kind: 'said' as const,
      at: message.at.toISOString(),
      by: message.author === 'client' ? null : nameOf(message.actor),
      text: message.body,
    })),
    ...requests.map((request) => ({
      kind: 'asked' as const,
      at: request.at.toISOString(),
      by: isOurs(request.actor) ? brand.latin : nameOf(request.actor),
      text: request.note,
      slot: request.slot,
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
}

const isOurs = (actor: string) => actor === wayActor || actor === scanActor

const historyOf = ({ history, events }: Parts, nameOf: NameOf): ClaimFileFacts['history'] =>
  [
    ...history.slice(0, 1).map((line) => ({ ...line, what: 'sent', note: '', actor: 'client' })),
    ...events,
  ]
    .map(({ at, what, note, actor }) => ({
      at: at.toISOString(),
      what,
      note,
      by: actor === 'client' ? null : actor === scanActor ? '' : nameOf(actor),
    }))
    .toSorted((one, other) => one.at.localeCompare(other.at))
