import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lets a server and whatever it starts have so much memory, its pages of files in it: as if it had
 * so many times more data on a machine of this size. What the machine has read of files until now
 * is forgotten, for it counts for nobody. Root and Linux are needed, either version of the kernel's
 * groups.
 */
export function remembering(pids: readonly number[], gigabytes: number): string {
  const older = '/sys/fs/cgroup/memory'
  const root = existsSync(join(older, 'memory.limit_in_bytes')) ? older : '/sys/fs/cgroup'
  const group = join(root, 'qorgan-database')
  if (!existsSync(group)) mkdirSync(group)
  const limit = root === older ? 'memory.limit_in_bytes' : 'memory.max'
  writeFileSync(join(group, limit), String(Math.round(gigabytes * 2 ** 30)))
  for (const pid of pids) appendFileSync(join(group, 'cgroup.procs'), String(pid))
  writeFileSync('/proc/sys/vm/drop_caches', '3')
  return group
}
