import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { type OutFile, outFiles } from '#domain/books/out-files.ts'
import type { Day } from '#domain/calendar.ts'
import * as refusals from '#domain/refusals.ts'
import { myAccount } from '../../accounts/accounts.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../db/connect.ts'
import { refuse } from '../../http/refuse.ts'
import { FileAnswer, handle } from '../../http/route.ts'
import { fileName, mimeOf, textsOf } from './files.ts'
import { monthsOf, readMonth } from './read.ts'

/** Files of the same entries are stored together, so that they always agree. */
const together: readonly OutFile[] = ['entries', 'turnovers', 'acts']

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) if (text !== '') yield Buffer.from(text)
}

async function* unpacked(packed: Buffer): AsyncGenerator<Buffer> {
  const parts: AsyncIterable<Buffer> = Readable.from([packed]).pipe(createGunzip())
  yield* parts
}

export const reportOutFile = handle('reportOutFile', async ({ month, file }, context) => {
  const { db, clock, locale, me } = context
  const today = clock.today()
  const account = await myAccount(db, me())
  const closedAt = (await monthsOf(db)).find((one) => one.month === month)?.closedAt ?? null
  if (closedAt) {
    const kept = await keptFile(db, month, closedAt, file)
    if (kept) return new FileAnswer(kept.name, mimeOf(file), unpacked(kept.packed))
  }
  const { making, missing, empty } = await readMonth(db, month, closedAt, today)
  if (missing[file].some(({ what }) => what === 'vat')) return refuse(locale, refusals.vatNotSet)
  if (missing[file].length > 0) return refuse(locale, refusals.outMissing)
  if (empty[file]) return refuse(locale, refusals.outEmpty)
  const now = clock.now()
  await audit(db, now, {
    actor: `accountant:${account.id}`,
    action: 'books.given_out',
    object: { kind: 'period', id: month },
    details: { file, closed: closedAt !== null },
  })
  const name = fileName(file, month, closedAt !== null)
  if (!closedAt)
    return new FileAnswer(
      name,
      mimeOf(file),
      bytesOf(textsOf(file, { ...making, db: context.reports })),
    )
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => keep(tx, { month, closedAt, file, today, now, by: account.id }))
  const kept = await keptFile(db, month, closedAt, file)
  // Between the check and the making the chart may change, or the month may be reopened.
  if (!kept) return refuse(locale, refusals.outMissing)
  return new FileAnswer(kept.name, mimeOf(file), unpacked(kept.packed))
})

type Keeping = { month: string; closedAt: Date; file: OutFile; today: Day; now: Date; by: string }

/** Stores a file of a closed month for good, with those made of the same entries. */
async function keep(tx: Tx, { month, closedAt, file, today, now, by }: Keeping): Promise<void> {
  const { making, missing, empty } = await readMonth(tx, month, closedAt, today)
  const files = together.includes(file) ? together : outFiles.filter((one) => one === file)
  for (const one of files) {
    if (empty[one]) continue
    if (missing[one].length > 0) return
    const sha = createHash('sha256')
    const hashed = async function* () {
      for await (const part of bytesOf(textsOf(one, making))) {
        sha.update(part)
        yield part
      }
    }
    const packed = await buffer(Readable.from(hashed(), { objectMode: false }).pipe(createGzip()))
    await tx
      .insertInto('month_files')
      .values({
        month,
        closed_at: closedAt,
        file: one,
        name: fileName(one, month, true),
        packed,
        sha256: sha.digest(),
        made_at: now,
        made_by: by,
      })
      .onConflict((conflict) => conflict.columns(['month', 'closed_at', 'file']).doNothing())
      .execute()
  }
}

const keptFile = (
  db: Parameters<typeof monthsOf>[0],
  month: string,
  closedAt: Date,
  file: OutFile,
) =>
  db
    .selectFrom('month_files')
    .select(['name', 'packed'])
    .where('month', '=', month)
    .where('closed_at', '=', closedAt)
    .where('file', '=', file)
    .executeTakeFirst()
