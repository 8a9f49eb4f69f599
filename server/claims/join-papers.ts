import { buffer } from 'node:stream/consumers'
import type { Joined } from '#documents/joined-photographs.ts'
import { photographOf, type Shows } from '#domain/claim-way/photographs.ts'
import { claimPaperTexts } from '#texts/claim-paper.ts'
import { sceneWords } from '#texts/claim-scenes.ts'
import { fieldText } from '#texts/fields.ts'
import type { Context } from '../http/context.ts'
import { invalid } from '../http/refuse.ts'
import type { PhotographRow } from './draft-row.ts'

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
