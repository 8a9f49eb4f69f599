import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { leftKinds } from '#domain/lost-sales.ts'
import { connect, pool } from '#server/db/connect.ts'
import { newSearch } from '#server/lost/database-line.ts'

/**
 * `npm run lost -- --since 2026-11-23T10:00:00+05:00 [--wait 600]` with `DATABASE_URL`: looks for
 * sales that were copied since then and that the database does not know, brings them back, and
 * says what it found. The processes do the work; without one that runs it waits for them. A change
 * of the database's server asks for the same by itself (decision 230).
 */
const { values } = parseArgs({
  options: { since: { type: 'string' }, wait: { type: 'string', default: '600' } },
})
const Asked = z.object({
  since: z.iso.datetime({
    offset: true,
    local: true,
    error: 'an instant: 2026-11-23T10:00:00+05:00',
  }),
  wait: z.coerce.number().int().nonnegative(),
})
const Address = z.string().startsWith('postgres')
const EVERY_MS = 1_000

const [read, address] = [Asked.safeParse(values), Address.safeParse(process.env.DATABASE_URL)]
if (!read.success || !address.success) {
  for (const { path, message } of read.error?.issues ?? [])
    console.error(`--${path.join('.')}: ${message}`)
  if (!address.success) console.error('DATABASE_URL: the address of the database')
  process.exit(1)
}
const connections = pool(address.data, 1)
try {
  const db = connect(connections)
  const since = new Date(read.data.since)
  // Due at once by whatever clock the processes follow.
  const id = await newSearch(db, since, 'npm run lost', since)
  const ends = Date.now() + read.data.wait * EVERY_MS
  const searchNow = () =>
    db.selectFrom('lost_searches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  let search = await searchNow()
  while (search.looks === 0 && Date.now() < ends) {
    await pause(EVERY_MS)
    search = await searchNow()
  }
  const finds = await db
    .selectFrom('lost_finds')
    .selectAll()
    .where('search_id', '=', id)
    .orderBy('found_at')
    .execute()
  for (const { what, about, sale_id, note, settled_at } of finds)
    console.log(
      [what, about, sale_id ?? '', note, settled_at ? 'settled' : ''].join('\t').trimEnd(),
    )
  const left = finds.filter(
    ({ what, settled_at }) => leftKinds.some((kind) => kind === what) && !settled_at,
  )
  console.log(
    search.looks === 0
      ? `no process has looked yet (search ${id})`
      : `${search.copies} copies, ${finds.length} lost, ${search.unread} not read, ${left.length} left for people`,
  )
  process.exitCode = search.looks === 0 || left.length > 0 ? 1 : 0
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
} finally {
  await connections.end()
}
