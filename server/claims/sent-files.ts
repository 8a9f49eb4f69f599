import type { ClaimPaper } from '#documents/claim-paper.ts'
import { isPaper, type Shows } from '#domain/claim-way/photographs.ts'
import { claimPaperTexts } from '#texts/claim-paper.ts'
import type { Account } from '../accounts/accounts.ts'
import { forgetFiles, type Stored } from '../files/upload.ts'
import type { Context } from '../http/context.ts'
import { claimPaperFacts, type DraftWhole } from './draft-facts.ts'
import { keepMade, paperName } from './draft-papers.ts'
import { joined } from './join-papers.ts'

/** The files of a claim as it is sent. */

export const signedOnPaper = ['claim_application', 'payment_application'] as const

/**
 * The files that are made for the specification's slots: what is signed, who confirmed the
 * identity, the photographs of the damage as one PDF, several sheets of the event's document too.
 */
export async function madeFiles(
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
