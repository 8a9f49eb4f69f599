import { buffer } from 'node:stream/consumers'
import { type Print, printOf } from '#domain/claims/likeness.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { photographPrintJob } from '../jobs/definitions.ts'
import { decoded } from './decode-picture.ts'

/** Pictures, as they are looked for by their print. */
export const printed = ['image/jpeg', 'image/png'] as const
type File = { kind: string; slot: string; mime: string }
/** Photographs of what happened; papers look alike by being papers. */
export const hasPrint = ({ kind, slot, mime }: File): boolean =>
  printed.some((one) => one === mime) && (kind === 'photo' || slot === 'damage_document')

/** Asks for the print of a photograph in the transaction that found it clean. */
export const askPrint = (tx: Tx, { queue }: Pick<Deps, 'queue'>, fileId: string): Promise<void> =>
  queue.enqueue(tx, photographPrintJob, { fileId })

/**
 * Job: makes the print of a clean photograph, and it small for the desk's list. One of which nothing can be said, because it is plain,
 * broken or too large, keeps an empty print and is not tried again. May run twice; one without its
 * points, of before, is made again.
 */
export async function makePrint(deps: Deps, fileId: string): Promise<void> {
  const { db, systems, clock, log } = deps
  const file = await db
    .selectFrom('files')
    .select(['kind', 'slot', 'mime', 'storage_key'])
    .where('id', '=', fileId)
    .where('scan', '=', 'clean')
    .where('size', '>', 0)
    .executeTakeFirst()
  if (!file || !hasPrint(file)) return
  const found = await decoded(await buffer(await systems.files.read(file.storage_key)))
  if (!found) log.warn({ file: fileId }, 'a photograph has no print')
  const print = found && printOf(found.points)
  // The points stay: of a photograph that was turned other prints are made of them.
  const made = {
    ...columnsOf(print),
    points: print ? Buffer.from(found.points) : null,
    small: found?.small ?? null,
    made_at: clock.now(),
  }
  await db
    .insertInto('photograph_prints')
    .values({ file_id: fileId, ...made })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet(made))
    .execute()
}

/** The database's numbers of 64 bits have a sign. */
export const signed = (number: bigint): string => BigInt.asIntN(64, number).toString()
const columnsOf = (print: Print | null) =>
  print
    ? { across: signed(print.across), down: signed(print.down), bands: print.bands }
    : { across: null, down: null, bands: [] }
