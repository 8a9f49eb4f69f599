import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Ten times what a run needs at most, bytes. */
const ROOM = 3 * 1024 ** 3
const MEMORY = '/dev/shm'

/**
 * A new folder for a run's database: in memory where there is room and programs may be run, else on
 * the disk. As root the server runs as another user, who can enter it.
 *
 * The suite makes and drops hundreds of databases of 13 MB and 700 files each: on a disk's file
 * system the kernel spends 0.3 s of a core on one, in memory 0.03 s; and a commit waits for no
 * disk. Whoever makes it takes it away.
 */
export function folderForDatabase(prefix: string): string {
  const onDisk = process.getuid?.() === 0 ? '/var/tmp' : tmpdir()
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : onDisk, prefix))
  chmodSync(folder, 0o755)
  return folder
}

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM) return false
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, at]) => at === MEMORY)
  return mount !== undefined && !mount[3]?.split(',').includes('noexec')
}
