import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ClaimAnswers } from '#contract/claim-draft.ts'
import type { ClaimPaper, ClaimPaperFacts } from '#documents/claim-paper.ts'
import { spacedPlate } from '#documents/format.ts'
import type { Joined } from '#documents/joined-photographs.ts'
import { SheetFault } from '#documents/sheet-fault.ts'
import { unanswered } from '#domain/claim-way/answers.ts'
import { isPaper, photographOf, type Shows } from '#domain/claim-way/photographs.ts'
import type { ClaimSlotName } from '#domain/claims/papers.ts'
import { inEveryLanguage, type Locale } from '#domain/locale.ts'
import { fullName, nameKeys } from '#domain/person.ts'
import * as refusals from '#domain/refusals.ts'
import { claimCode } from '#texts/claim-code.ts'
import { claimPaperTexts } from '#texts/claim-paper.ts'
import { sceneWords } from '#texts/claim-scenes.ts'
import { fieldText } from '#texts/fields.ts'
import { brand } from '../../brand.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import { masked } from '../codes/client-proof.ts'
import { inSession, newCode, sendCode } from '../codes/codes.ts'
import { bytesOf, forgetFiles, joinedAs, newPlace, type Stored } from '../files/upload.ts'
import type { Context } from '../http/context.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { reads } from '../products/products.ts'
import {
  checkDay,
  claimantOf,
  type DraftRow,
  identityConfirmed,
  openDraft,
  type PhotographRow,
  photographsOf,
  policyOfDraft,
  signsByCode,
} from './draft.ts'
import type { ClaimPolicy } from './queries.ts'
import { askIdentity } from './third-party.ts'

export type DraftWhole = {
  draft: DraftRow
  answers: ClaimAnswersOf
  policy: ClaimPolicy
  /** Photographs found clean or not scanned yet. */
  photographs: PhotographRow[]
  identity: 'register' | 'photographs'
}
type ClaimAnswersOf = z.output<typeof ClaimAnswers>

/** A draft whose answers are all there and possible; 422 names every one that is not. */
export async function wholeDraft(context: Context, draft: DraftRow): Promise<DraftWhole> {
  const { db, me, locale } = context
  const answers = ClaimAnswers.parse(draft.answers)
  const policy = await policyOfDraft(db, me().iin, draft, answers)
  const missing = unanswered(answers, claimantOf(draft))
  if (missing.length > 0 || !policy)
    throw invalid(
      [...missing, ...(policy || missing.includes('policy') ? [] : ['policy'])].map((path) => ({
        path,
        message: fieldText('required', locale),
      })),
    )
  await checkDay(context, draft, answers)
  const photographs = (await photographsOf(db, draft.id)).filter(({ scan }) => scan !== 'infected')
  const confirmed = await identityConfirmed(db, me().iin)
  return {
    draft,
    answers,
    policy,
    photographs,
    identity: confirmed ? 'register' : 'photographs',
  }
}

/** Returns the papers a draft lacks: only the event's document may be sent later. */
export function missingPapers({ photographs, identity }: DraftWhole): string[] {
  const there = new Set(photographs.map(({ slot }) => slot))
  const known = identity === 'register'
  const has: Record<ClaimSlotName, boolean> = {
    damage_document: photographs.some(({ slot }) => !isPaper(slot as Shows)),
    id_front: known || there.has('id_front'),
    id_back: known || there.has('id_back'),
    event_document: there.has('event_document'),
    // Generated from the answers; if signed by hand, they are requested separately.
    claim_application: true,
    payment_application: true,
  }
  return Object.entries(has).flatMap(([slot, isThere]) => (isThere ? [] : [slot]))
}

const Document = z.object({ number: z.string() })

/** Returns the contents of a draft's papers: client, contract and answers. */
export async function claimPaperFacts(
  context: Context,
  account: Account,
  { draft, answers, policy }: DraftWhole,
  of: Pick<ClaimPaperFacts, 'signed' | 'draft'>,
): Promise<ClaimPaperFacts> {
  const { db, me, clock, locale, reference } = context
  const person = await db
    .selectFrom('people')
    .select([...nameKeys, 'document', 'checked_at'])
    .where('iin', '=', me().iin)
    .executeTakeFirst()
  const listed = await Promise.all(
    reads().map((product) =>
      product.policies({ db, iin: me().iin, now: clock.now(), locale, reference }),
    ),
  )
  const card = listed.flat().find(({ global_id }) => global_id === policy.global_id)
  const insurer = (await reference.insurers(clock.today())).find(
    ({ code }) => code === policy.insurer_code,
  )
  const document = Document.safeParse(person?.document)
  return {
    ...of,
    broker: brand,
    insurer: insurer?.name ?? inEveryLanguage(() => policy.insurer_code),
    documentDate: clock.now(),
    applicant: {
      fullName: fullName(person ?? account),
      iin: me().iin,
      phone: account.phone,
      email: account.email,
      document: document.success ? document.data.number : null,
    },
    ...(draft.against === null
      ? {
          by: 'policyholder' as const,
          policy: { number: policy.global_id, start: policy.start_date, end: policy.end_date },
          cars: (card?.cars ?? []).map((car) => `${car.name}, ${car.registrationNumber}`),
          address: card?.home?.address ?? null,
        }
      : thirdPartyFacts(draft.against, answers)),
    answers,
    checkedAt: person?.checked_at.toISOString() ?? null,
  }
}

/** A third party's papers show only what they named of the contract. */
const thirdPartyFacts = (named: string, { own_plate }: ClaimAnswersOf) => ({
  by: 'third-party' as const,
  policy: { number: named, start: null, end: null },
  cars: own_plate ? [spacedPlate(own_plate)] : [],
  address: null,
})

/** A PDF made by us becomes a file: its row before its bytes, so that the sweep finds both. */
export async function keepMade(
  { db, clock, systems }: Context,
  account: Account,
  of: { slot: string; name: string; content: Uint8Array; draftId?: string },
): Promise<Stored> {
  const place = newPlace(clock.now())
  const content = Buffer.from(of.content)
  const stored = {
    id: place.id,
    key: place.key,
    slot: of.slot,
    name: `${of.name}.pdf`,
    mime: 'application/pdf',
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
  }
  await db
    .insertInto('files')
    .values({
      id: stored.id,
      owner_id: account.id,
      draft_id: of.draftId ?? null,
      kind: 'slot',
      slot: of.slot,
      name: stored.name,
      mime: stored.mime,
      size: stored.size,
      sha256: stored.sha256,
      storage_key: stored.key,
      created_at: clock.now(),
      // Papers we made ourselves need no scanner.
      ...(of.draftId ? { scan: 'clean', scanned_at: clock.now() } : {}),
    })
    .execute()
  await systems.files.put(stored.key, once(content))
  return stored
}
async function* once(content: Buffer) {
  yield content
}

export const paperName = (paper: ClaimPaper, locale: Locale): string =>
  claimPaperTexts[paper][locale]

/**
 * Renders both applications as they would be signed, and stores them as files that open by their
 * links; deletes those shown before.
 */
export const draftPapers = handle('claimDraftPapers', async ({ id }, context) => {
  const { db, me, locale, limits, paperMakers } = context
  const account = await myAccount(db, me())
  await limits.count('claimPapersPerClient', account.id)
  const draft = await openDraft(context, id)
  if (draft.against !== null) await askIdentity(context)
  const whole = await wholeDraft(context, draft)
  const byCode = await signsByCode(context, whole.policy.insurer_code)
  const facts = await claimPaperFacts(context, account, whole, { signed: null, draft: byCode })
  const before = await db
    .updateTable('files')
    .set({ draft_id: null })
    .where('draft_id', '=', id)
    .where('kind', '=', 'slot')
    .returning(['id', 'storage_key as key'])
    .execute()
  await forgetFiles(context, before)
  const made = async (paper: ClaimPaper) =>
    keepMade(context, account, {
      slot: paper,
      name: paperName(paper, locale),
      content: await paperMakers.make({ of: 'claim', kind: paper, facts, locale }),
      draftId: id,
    })
  const claim = await made('claim_application')
  const payment = await made('payment_application')
  return ok({
    version: whole.draft.version,
    claim_application: claim.id,
    payment_application: payment.id,
    phone: account.phone ? masked(account.phone) : null,
    missing: missingPapers(whole),
  })
})

/** A code signs only the answers it was requested for. */
export const aboutSignature = (
  { id, version }: { id: string; version: number },
  accountId: string,
) => ({
  purpose: 'claim' as const,
  subject: `${id}:${version}`,
  accountId,
  guesser: inSession(accountId),
  browser: null,
})

export const draftCode = handle('claimDraftCode', async ({ id, version }, context) => {
  const { db, me, limits, systems, locale, config } = context
  const account = await myAccount(db, me())
  const whole = await wholeDraft(context, await openDraft(context, id))
  if (whole.draft.version !== version) return refuse(locale, refusals.claimChanged)
  const { phone } = account
  if (!phone) return refuse(locale, refusals.phoneNotLinked)
  if (!(await signsByCode(context, whole.policy.insurer_code)))
    return refuse(locale, refusals.orderNotSuitable)
  const {
    id: key,
    code,
    sent,
  } = await newCode(context, aboutSignature(whole.draft, account.id), () =>
    limits.count('codesPerAccount', account.id),
  )
  const host = new URL(config.publicUrl).hostname
  await sendCode(context, key, () =>
    systems.sms.send({
      to: phone,
      text: claimCode(code, whole.draft.against ?? whole.policy.global_id, host)[locale],
      key,
    }),
  )
  return ok(sent)
})

type Sheet = { slot: string; mime: string; storage_key: string }

/** One PDF of several photographs of a paper. */
export async function joined(context: Context, rows: readonly Sheet[]): Promise<Uint8Array> {
  try {
    return await joining(context, rows)
  } catch (cause) {
    context.log.warn({ err: cause }, 'photographs of a claim did not join')
    const fault = cause instanceof SheetFault ? cause.fault : 'photo_unreadable'
    throw invalid([{ path: 'photographs', message: fieldText(fault, context.locale) }])
  }
}

async function joining(context: Context, rows: readonly Sheet[]): Promise<Uint8Array> {
  const { locale } = context
  const files: Joined[] = []
  for (const row of rows) {
    const bytes = await bytesOf(context, row)
    const found = row.mime === 'application/pdf' ? null : photographOf(bytes)
    const turns = found && typeof found !== 'string' ? found.turns : 0
    files.push({ bytes, mime: row.mime, turns, caption: sceneWords[row.slot as Shows][locale] })
  }
  const title = claimPaperTexts[rows[0]?.slot === 'event_document' ? 'event' : 'damage'][locale]
  return joinedAs(context, files, title)
}
