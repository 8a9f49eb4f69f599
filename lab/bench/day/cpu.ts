import { readdirSync, readFileSync } from 'node:fs'

/**
 * Seconds of the processor that a process, or a PostgreSQL with all its back ends, has used; only
 * where the system tells (Linux).
 */
const TICKS = 100
type Line = { parent: number; own: number; ended: number; rssMb: number }

function lineOf(pid: number): Line | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may hold spaces; it ends with the last bracket.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0, pages = 0] = [
      1, 11, 12, 13, 14, 21,
    ].map((at) => fields[at])
    return {
      parent,
      own: (user + system) / TICKS,
      ended: (endedUser + endedSystem) / TICKS,
      rssMb: (pages * 4_096) / 1_048_576,
    }
  } catch {
    return null
  }
}

export const cpuOf = (pid: number): number => lineOf(pid)?.own ?? 0
export const rssOf = (pid: number): number => lineOf(pid)?.rssMb ?? 0

/** Of the server, those of its processes that live and those that have ended. */
export function cpuOfFamily(pid: number): number {
  const mother = lineOf(pid)
  if (!mother) return 0
  const all = familyOf(pid).map(cpuOf)
  return mother.ended + all.reduce((sum, own) => sum + own, 0)
}

/** A process and its children. */
export function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => lineOf(one)?.parent === pid)
  return [pid, ...children]
}
