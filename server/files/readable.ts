import { buffer } from 'node:stream/consumers'
import type { Joined } from '#documents/joined-photographs.ts'
import { SheetFault, type SheetFaultName } from '#documents/sheet-fault.ts'
import { type PhotographFault, photographOf } from '#domain/claim-way/photographs.ts'
import type { Context } from '../http/context.ts'

/** Whether a paper that a person brings can be read by whoever it is for. */

export type Reading = Pick<Context, 'sheetMakers' | 'systems' | 'locale' | 'clock' | 'log'>
type Sheet = { mime: string; storage_key: string }

/** One PDF of several files, in the process that reads what strangers send. */
export const joinedAs = (
  { sheetMakers, locale, clock }: Pick<Reading, 'sheetMakers' | 'locale' | 'clock'>,
  files: Joined[],
  title: string,
) => sheetMakers.make({ of: 'joined', files, about: { title, locale, at: clock.now() } })

export const bytesOf = async ({ systems }: Pick<Reading, 'systems'>, { storage_key }: Sheet) =>
  new Uint8Array(await buffer(await systems.files.read(storage_key)))

/**
 * Why a file that is stored could be no sheet of a paper, or null. It is joined alone, as it will be
 * with others, so that whoever sends it hears of it while they can still take another.
 */
export async function sheetFault(
  context: Reading,
  sheet: Sheet | Joined,
): Promise<SheetFaultName | null> {
  try {
    const alone: Joined =
      'bytes' in sheet
        ? sheet
        : { bytes: await bytesOf(context, sheet), mime: sheet.mime, turns: 0, caption: '' }
    await joinedAs(context, [alone], alone.caption)
    return null
  } catch (cause) {
    context.log.warn({ err: cause }, 'a file can be no sheet of a paper')
    if (cause instanceof SheetFault) return cause.fault
    return sheet.mime === 'application/pdf' ? 'pdf_unreadable' : 'photo_unreadable'
  }
}

/** Why a paper of one file cannot be read, or null; a small stamp or receipt is a paper too. */
export async function paperFault(
  context: Reading,
  sheet: Sheet,
): Promise<SheetFaultName | PhotographFault | null> {
  const bytes = await bytesOf(context, sheet)
  if (sheet.mime !== 'application/pdf') {
    const found = photographOf(bytes)
    if (typeof found === 'string' && found !== 'photo_small') return found
    const from = typeof found === 'string' ? 0 : found.from
    // What cuts a JPEG off leaves a picture that readers draw as far as it goes.
    if (sheet.mime === 'image/jpeg' && Buffer.from(bytes).indexOf('ffd9', from, 'hex') < 0)
      return 'photo_unreadable'
  }
  return sheetFault(context, { bytes, mime: sheet.mime, turns: 0, caption: '' })
}
