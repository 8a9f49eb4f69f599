import { command, emptyPlace, seconds } from './backup/places.ts'
import { restoreBackup } from './backup/restore.ts'
import { backupSecret } from './backup/sealed.ts'

/**
 * `BACKUP_KEY=… npm run restore -- file postgres://… folder`: into an empty database and an empty
 * folder or bucket, then compared.
 */
command(async () => {
  const [path, databaseUrl, place] = process.argv.slice(2)
  if (!path || !databaseUrl || !place)
    throw new Error(
      'From where to where? npm run restore -- <file> <address of an empty database> <empty folder, or address of an empty bucket>',
    )
  const restored = await restoreBackup(path, backupSecret(process.env.BACKUP_KEY), {
    databaseUrl,
    files: emptyPlace(place, process.env),
  })
  console.log(
    `Restored as of ${restored.takenAt.toISOString()} in ${seconds(restored.ms)}, ${restored.auditSeals} seals of the audit log verify.`,
  )
  for (const line of restored.lost) console.log(`LOST: ${line}`)
  return restored.lost.length === 0
})
