import { buffer } from 'node:stream/consumers'
import type { ClaimPaper } from '#documents/claim-paper.ts'
import type { Joined } from '#documents/joined-photographs.ts'
import { isPaper, photographOf, type Shows } from '#domain/claim-way/photographs.ts'
import { claimPaperTexts } from '#texts/claim-paper.ts'
import { sceneWords } from '#texts/claim-scenes.ts'
import { fieldText } from '#texts/fields.ts'
import type { Account } from '../accounts/accounts.ts'
import type { Context } from '../http/context.ts'
import { invalid } from '../http/refuse.ts'
import { claimPaperFacts, type DraftWhole } from './draft-facts.ts'
import { keepMade, paperName } from './draft-papers.ts'
import type { PhotographRow } from './draft-row.ts'
import { forgetFiles, type Stored } from './upload.ts'

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

/** One PDF of several photographs of a paper. */
export async function joined(
  context: Context,
  rows: readonly PhotographRow[],
): Promise<Uint8Array> {
  const { systems, locale, clock } = context
  const files: Joined[] = []
  for (const row of rows) {
    const bytes = new Uint8Array(await buffer(await systems.files.read(row.storage_key)))
    const found = row.mime === 'application/pdf' ? null : photographOf(bytes)
    const turns = found && typeof found !== 'string' ? found.turns : 0
    files.push({ bytes, mime: row.mime, turns, caption: sceneWords[row.slot as Shows][locale] })
  }
  const title = claimPaperTexts[rows[0]?.slot === 'event_document' ? 'event' : 'damage'][locale]
  // Loaded when a claim is sent: the library of PDF is a seventh of a start.
  const { joinedPhotographs } = await import('#documents/joined-photographs.ts')
  try {
    return await joinedPhotographs(files, { title, locale, at: clock.now() })
  } catch (cause) {
    context.log.warn({ err: cause }, 'photographs of a claim did not join')
    throw invalid([{ path: 'photographs', message: fieldText('photo_unreadable', locale) }])
  }
}
