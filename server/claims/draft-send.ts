import { sql } from 'kysely'
import type { ClaimPaper } from '#documents/claim-paper.ts'
import { productOf, wireOf } from '#domain/claim-way/answers.ts'
import { isPaper, type Shows } from '#domain/claim-way/photographs.ts'
import * as refusals from '#domain/refusals.ts'
import { claimPaperTexts, claimTitles, zoneWords } from '#texts/claim-paper.ts'
import { fieldText } from '#texts/fields.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import { wrongCode } from '../codes/codes.ts'
import type { Tx } from '../db/connect.ts'
import { askScan } from '../files/ask-scan.ts'
import { forgetFiles, type Stored } from '../files/upload.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { ClaimDetails } from './client.ts'
import { claimantOf, draftRow, photographsOf, signsByCode } from './draft.ts'
import {
  aboutSignature,
  claimPaperFacts,
  type DraftWhole,
  joined,
  keepMade,
  missingPapers,
  paperName,
  wholeDraft,
} from './draft-papers.ts'
import { type Fields, keepClaim } from './keep-claim.ts'
import { tellPolicyholder } from './notify.ts'

/** The files of a claim as it is sent. */

const signedOnPaper = ['claim_application', 'payment_application'] as const

/**
 * Makes the files for the specification's slots: the signed papers, who confirmed the identity, the
 * damage photographs as one PDF, also several sheets of the event's document.
 */
async function madeFiles(
  context: Context,
  account: Account,
  whole: DraftWhole,
  signedAt: string | null,
) {
  const { locale, paperMakers } = context
  const facts = await claimPaperFacts(context, account, whole, {
    signed: signedAt && account.phone ? { phone: account.phone, at: signedAt } : null,
    draft: false,
  })
  const files: Stored[] = []
  const keep = async (slot: string, name: string, content: Uint8Array) => {
    files.push(await keepMade(context, account, { slot, name, content }))
  }
  const paper = async (slot: string, kind: ClaimPaper) =>
    keep(
      slot,
      paperName(kind, locale),
      await paperMakers.make({ of: 'claim', kind, facts, locale }),
    )
  try {
    if (signedAt) for (const which of signedOnPaper) await paper(which, which)
    if (whole.identity === 'register') await paper('id_front', 'identity')
    const scenes = whole.photographs.filter(({ slot }) => !isPaper(slot as Shows))
    const sheets = whole.photographs.filter(({ slot }) => slot === 'event_document')
    await keep('damage_document', claimPaperTexts.damage[locale], await joined(context, scenes))
    if (sheets.length > 1)
      await keep('event_document', claimPaperTexts.event[locale], await joined(context, sheets))
  } catch (cause) {
    await forgetFiles(context, files)
    throw cause
  }
  return { files, address: facts.address }
}

/** Actor of the request for an event's document missing when the claim was sent. */
export const wayActor = 'job:claim-way'

/**
 * Signs the applications, joins the photographs and makes the draft a claim: all of it is in the
 * claim or nothing. Sent again, it is the same claim.
 */
export const sendDraft = handle('claimDraftSend', async ({ id, version, code }, context) => {
  const { db, me, clock, limits, locale } = context
  const account = await myAccount(db, me())
  const draft = await draftRow(db, me(), id)
  if (!draft) throw notFound()
  if (draft.claim_id) return { success: true as const, claim_id: draft.claim_id }
  await limits.count('claimPapersPerClient', account.id)
  if (draft.version !== version) return refuse(locale, refusals.claimChanged)
  const whole = await wholeDraft(context, draft)
  const lacks = missingPapers(whole).filter((slot) => slot !== 'event_document')
  const byHand = code === undefined
  const unsigned = byHand
    ? signedOnPaper.filter((slot) => !whole.photographs.some((file) => file.slot === slot))
    : []
  if (lacks.length + unsigned.length > 0)
    throw invalid(
      [...lacks, ...unsigned].map((path) => ({ path, message: fieldText('file_missing', locale) })),
    )
  if (code !== undefined) {
    if (!(await signsByCode(context, whole.policy.insurer_code)))
      return refuse(locale, refusals.orderNotSuitable)
    const refused = await wrongCode(context, locale, aboutSignature(draft, account.id), code)
    if (refused) return refused
  }
  const at = clock.now().toISOString()
  const made = await madeFiles(context, account, whole, byHand ? null : at)
  try {
    const claimId = await keepClaim(
      context,
      account,
      draft.id,
      fieldsOf(context, whole, made.address),
      made.files,
      (tx, claim) =>
        joinsClaim(tx, context, whole, claim, {
          by: claimantOf(draft),
          ...(draft.against === null ? {} : { named: draft.against }),
          answers: whole.answers,
          signed: { how: byHand ? 'paper' : 'code', at },
          identity: whole.identity,
        }),
      whole.policy.id,
      { claimant: claimantOf(draft), injured: whole.answers.injured ?? false },
    )
    return { success: true as const, claim_id: claimId }
  } catch (cause) {
    await forgetFiles(context, made.files)
    if (cause instanceof AnswersChanged) return refuse(locale, refusals.claimChanged)
    throw cause
  }
})

class AnswersChanged extends Error {}

const photographsChanged = ({ locale }: Context) =>
  invalid([{ path: 'photographs', message: fieldText('photos_changed', locale) }])

function fieldsOf(
  { locale }: Context,
  { draft, answers, policy }: DraftWhole,
  address: string | null,
) {
  const wire = wireOf(answers, claimantOf(draft))
  if (!wire || !answers.happened) throw new Error('a whole draft names what happened')
  const zones = (answers.zones ?? []).map((zone) => zoneWords[zone][locale]).join(', ')
  const damage = zones || answers.words || claimTitles[answers.happened][locale]
  const fields: Fields = {
    policy_number: policy.global_id,
    policy_type: productOf[answers.happened],
    ...wire,
    damage_type: damage.slice(0, 200),
    ...(address ? { property_address: address } : {}),
  }
  return fields
}

/**
 * Moves the draft's own files to the claim and requests the missing ones, once. Sends nothing if a
 * photograph was added, removed or found infected since the draft was read.
 */
async function joinsClaim(
  tx: Tx,
  context: Context,
  { draft, photographs }: DraftWhole,
  claimId: string,
  details: ClaimDetails,
): Promise<void> {
  const now = context.clock.now()
  const same = await tx
    .updateTable('claim_drafts')
    .set({ claim_id: claimId, updated_at: now })
    .where('id', '=', draft.id)
    .where('version', '=', draft.version)
    .where('claim_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!same) throw new AnswersChanged()
  await tx
    .updateTable('claims')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', claimId)
    .execute()
  await tx
    .updateTable('accident_notices')
    .set({ claim_id: claimId })
    .where('draft_id', '=', draft.id)
    .execute()
  if (details.by === 'third-party') await tellPolicyholder(tx, context, claimId)
  const sheets = photographs.filter(({ slot }) => slot === 'event_document')
  const several = sheets.length > 1
  for (const file of photographs) {
    const own = isPaper(file.slot as Shows) && !(several && file.slot === 'event_document')
    const joined = await tx
      .updateTable('files')
      .set({ claim_id: claimId, draft_id: null, ...(own ? { kind: 'slot' } : {}) })
      .where('id', '=', file.id)
      .where('draft_id', '=', draft.id)
      .where('scan', '<>', 'infected')
      .returning('id')
      .executeTakeFirst()
    if (!joined) throw photographsChanged(context)
    if (file.scan === 'waiting') await askScan(tx, context, file.id)
  }
  const left = await photographsOf(tx, draft.id)
  if (left.some(({ scan }) => scan !== 'infected')) throw photographsChanged(context)
  // Previews from before the signature and infected files now belong to nobody.
  await tx.updateTable('files').set({ draft_id: null }).where('draft_id', '=', draft.id).execute()
  if (sheets.length > 0) return
  await sql`insert into claim_requests (claim_id, slot, note, at, actor)
    values (${claimId}, 'event_document', '', ${now}, ${wayActor})`.execute(tx)
}
