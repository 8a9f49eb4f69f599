import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, megabytes, ourPlace, seconds } from './backup/places.ts'
import { testRestore } from './backup/restore-test.ts'
import { backupSecret } from './backup/sealed.ts'

/**
 * `npm run restore:test`: takes a backup of the running product, restores it beside the original,
 * compares everything and throws the copy away. Without BACKUP_KEY a key is made for this one
 * restore test.
 */
command(async () => {
  const secret = process.env.BACKUP_KEY
    ? backupSecret(process.env.BACKUP_KEY)
    : randomBytes(32).toString('base64')
  const place = await ourPlace()
  const folder = mkdtempSync(join(tmpdir(), 'qorgan-drill-'))
  try {
    const { taken, restored, since } = await testRestore(place, folder, secret)
    const rows = Object.values(taken.proof.tables).reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Taken: ${rows} rows of ${Object.keys(taken.proof.tables).length} tables, ${taken.files} files`,
    )
    console.log(`  ${megabytes(taken.bytes)} sealed, ${seconds(taken.ms)}`)
    console.log(
      `Restored and compared: ${seconds(restored.ms)}; ${restored.auditSeals} seals of the audit log verify`,
    )
    for (const [kind, sum] of Object.entries(restored.proof.ledger))
      console.log(`  ledger, ${kind}: ${sum} tenge`)
    for (const line of restored.lost) console.log(`LOST: ${line}`)
    if (restored.lost.length === 0)
      console.log('Lost: nothing that was committed when the backup began')
    console.log(
      since.length > 0
        ? `Committed meanwhile, for the next backup: ${since.join(', ')}`
        : 'Committed meanwhile: nothing',
    )
    return restored.lost.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await place.stop()
  }
})
