import type pg from 'pg'
import type { Files } from '#systems/files/client.ts'
import { copyIn } from './copy.ts'
import { tablesOf } from './proof.ts'
import type { Note } from './records.ts'
import { BadBackup } from './sealed.ts'

/** Loads a backup's tables and files, in the order in which they were written. */

/** Tables and files, as they come. */
export async function load(
  client: pg.ClientBase,
  parts: AsyncGenerator<Note | Buffer, void>,
  files: Files,
) {
  const tables = await tablesOf(client)
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  let note = await nextNote(parts)
  for (;;) {
    if (note.kind === 'end') return note
    const content = contentOf(parts)
    if (note.kind === 'table')
      await copyIn(
        client,
        `copy ${note.name} (${note.columns.join(', ')}) from stdin`,
        content.bytes,
      )
    else if (note.kind === 'file') await files.put(note.key, content.bytes)
    else throw new BadBackup('two heads')
    note = content.next() ?? (await nextNote(parts))
  }
}

async function nextNote(parts: AsyncGenerator<Note | Buffer, void>): Promise<Note> {
  const { value } = await parts.next()
  if (!value || Buffer.isBuffer(value)) throw new BadBackup('the backup ends before its end')
  return value
}

/** The bytes up to the next note, and then that note. */
function contentOf(parts: AsyncGenerator<Note | Buffer, void>) {
  let after: Note | null = null
  const bytes = async function* () {
    for (;;) {
      const { value } = await parts.next()
      if (!value) throw new BadBackup('the backup ends before its end')
      if (!Buffer.isBuffer(value)) {
        after = value
        return
      }
      yield value
    }
  }
  return { bytes: bytes(), next: (): Note | null => after }
}
