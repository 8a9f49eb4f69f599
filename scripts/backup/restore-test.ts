import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { onDatabase } from '#server/db/connect.ts'
import type { Files } from '#systems/files/client.ts'
import { localFiles } from '#systems/files/local-files.ts'
import { PLAIN_SESSION, proofOf } from './proof.ts'
import type { Proof } from './records.ts'
import { type Restored, restoreBackup } from './restore.ts'
import { type Taken, takeBackup } from './take.ts'

export type RestoreTest = {
  taken: Taken
  restored: Restored
  /** Tables that have grown since the backup began, with the number of rows. */
  since: string[]
}

/**
 * Takes a backup into `folder`, restores it to a new database of the same server, compares both and
 * drops the copy.
 */
export async function testRestore(
  from: { databaseUrl: string; files: Files },
  folder: string,
  secret: string,
): Promise<RestoreTest> {
  const path = join(folder, 'drill.qorgan')
  const taken = await takeBackup(from, path, secret)
  const name = `qorgan_drill_${randomBytes(4).toString('hex')}`
  await asking(from.databaseUrl, (client) =>
    client.query(`create database ${name} template template0`),
  )
  try {
    const to = {
      databaseUrl: onDatabase(from.databaseUrl, name),
      files: localFiles(join(folder, 'files')),
    }
    const restored = await restoreBackup(path, secret, to)
    return {
      taken,
      restored,
      since: await asking(from.databaseUrl, (client) => grown(client, taken.proof)),
    }
  } finally {
    await asking(from.databaseUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
}

async function grown(client: pg.Client, taken: Proof): Promise<string[]> {
  await client.query(PLAIN_SESSION)
  const now = await proofOf(client)
  return Object.entries(now.tables).flatMap(([name, { rows }]) => {
    const more = rows - (taken.tables[name]?.rows ?? 0)
    return more > 0 && name.startsWith('public.')
      ? [`${more} of ${name.slice('public.'.length)}`]
      : []
  })
}

async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
