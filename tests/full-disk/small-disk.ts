import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MB = 1024 * 1024
/** A given folder with more room is the machine's own disk, which nobody wants filled. */
const MOST_FREE = 1_024 * MB

/** A file system of a few hundred megabytes that may be filled to its last byte. */
export type SmallDisk = { folder: string; fill(): void; free(): void; close(): void }

/**
 * As root on Linux a file system in memory, mounted for the test; else the folder named by
 * FULL_DISK_DIR, which lies on a small file system of its own. Without either the test fails and
 * says so: nothing was tried.
 */
export function smallDisk(megabytes: number): SmallDisk {
  const given = process.env.FULL_DISK_DIR
  const folder = given ? mkdtempSync(join(given, 'qorgan-')) : mounted(megabytes)
  chmodSync(folder, 0o755)
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize > MOST_FREE)
    throw new Error(
      `${folder} has more than ${MOST_FREE / MB} MB free: a small file system is needed`,
    )
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Not a byte is left afterwards. */
    fill: () => {
      const file = openSync(ballast, 'a')
      for (const size of [MB, 64 * 1024, 4_096, 512]) while (wrote(file, Buffer.alloc(size, 7)));
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    close: () => {
      if (!given) spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function wrote(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length
  } catch {
    return false
  }
}

function mounted(megabytes: number): string {
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-disk-'))
  mkdirSync(folder, { recursive: true })
  const mount = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=755`,
    'qorgan',
    folder,
  ])
  if (mount.status === 0) return folder
  rmSync(folder, { recursive: true, force: true })
  throw new Error(
    `No small file system: mounting one needs root on Linux (${mount.stderr?.toString().trim() || mount.error?.message}). Or name a folder on one with FULL_DISK_DIR.`,
  )
}
