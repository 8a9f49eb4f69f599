import pg from 'pg'
import { command, megabytes, ourPlace, seconds } from './backup/places.ts'
import { backupSecret } from './backup/sealed.ts'
import { takeBackup } from './backup/take.ts'

/** What was taken and when, for the alert that misses it. */
async function noteTaken(
  databaseUrl: string,
  { bytes, rows, files }: { bytes: number; rows: number; files: number },
) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'qorgan-backup' })
  await client.connect()
  try {
    await client.query('insert into backups (bytes, rows, files) values ($1, $2, $3)', [
      bytes,
      rows,
      files,
    ])
  } finally {
    await client.end()
  }
}

/**
 * `BACKUP_KEY=… npm run backup -- file`: one sealed file with everything committed at this instant.
 */
command(async () => {
  const [path] = process.argv.slice(2)
  if (!path) throw new Error('Where to? npm run backup -- <file>')
  const secret = backupSecret(process.env.BACKUP_KEY)
  const place = await ourPlace()
  try {
    const taken = await takeBackup(place, path, secret)
    const rows = Object.values(taken.proof.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${path}: ${rows} rows and ${taken.files} files in ${megabytes(taken.bytes)}, ${seconds(taken.ms)}`,
    )
    await noteTaken(place.databaseUrl, { bytes: taken.bytes, rows, files: taken.files })
    return true
  } finally {
    await place.stop()
  }
})
