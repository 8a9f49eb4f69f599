import { createHash } from 'node:crypto'
import type { ClaimPaper } from '#documents/claim-paper.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { claimCode } from '#texts/claim-code.ts'
import { claimPaperTexts } from '#texts/claim-paper.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import { masked } from '../codes/client-phone.ts'
import { newCode, sendCode } from '../codes/codes.ts'
import { inSession } from '../codes/guesses.ts'
import { forgetFiles, newPlace, type Stored } from '../files/upload.ts'
import type { Context } from '../http/context.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { claimPaperFacts, missingPapers, wholeDraft } from './draft-facts.ts'
import { signsByCode } from './draft-policy.ts'
import { openDraft } from './draft-row.ts'
import { askIdentity } from './third-party-identity.ts'

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
      // What we made ourselves for the client to read needs no scanner.
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
 * Both applications as they would be signed, kept as files that open by their links; those shown
 * before go.
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

/** A code signs the answers it was asked for; for others it is none. */
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
