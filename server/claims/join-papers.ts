import { buffer } from 'node:stream/consumers'
import type { Joined } from '#documents/joined-photographs.ts'
import { SheetFault, type SheetFaultName } from '#documents/sheet-fault.ts'
import { photographOf, type Shows } from '#domain/claim-way/photographs.ts'
import { claimPaperTexts } from '#texts/claim-paper.ts'
import { sceneWords } from '#texts/claim-scenes.ts'
import { fieldText } from '#texts/fields.ts'
import type { Context } from '../http/context.ts'
import { invalid } from '../http/refuse.ts'

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

/**
 * Why a file that is stored could not join others, or null. It is joined alone, as it will be when
 * the claim is sent, so that its client hears of it while they can still take another.
 */
export async function sheetFault(
  context: Context,
  sheet: Sheet | Joined,
): Promise<SheetFaultName | null> {
  try {
    if ('bytes' in sheet) await joinedAs(context, [sheet], sheet.caption)
    else await joining(context, [sheet])
    return null
  } catch (cause) {
    context.log.warn({ err: cause }, 'a file of a claim can join no others')
    if (cause instanceof SheetFault) return cause.fault
    return sheet.mime === 'application/pdf' ? 'pdf_unreadable' : 'photo_unreadable'
  }
}

async function joining(context: Context, rows: readonly Sheet[]): Promise<Uint8Array> {
  const { systems, locale } = context
  const files: Joined[] = []
  for (const row of rows) {
    const bytes = new Uint8Array(await buffer(await systems.files.read(row.storage_key)))
    const found = row.mime === 'application/pdf' ? null : photographOf(bytes)
    const turns = found && typeof found !== 'string' ? found.turns : 0
    files.push({ bytes, mime: row.mime, turns, caption: sceneWords[row.slot as Shows][locale] })
  }
  const title = claimPaperTexts[rows[0]?.slot === 'event_document' ? 'event' : 'damage'][locale]
  return joinedAs(context, files, title)
}

const joinedAs = ({ sheetMakers, locale, clock }: Context, files: Joined[], title: string) =>
  sheetMakers.make({ of: 'joined', files, about: { title, locale, at: clock.now() } })
