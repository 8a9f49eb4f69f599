import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from '../../../tests/http.ts'

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

const program = join(import.meta.dirname, '..', 'bare-server.ts')

/**
 * Megabytes that a bare Fastify with zod holds after so many answers, started with the settings of
 * ours.
 */
export async function bareMemory(answers: number, settings: readonly string[]): Promise<number> {
  const port = await freePort()
  const child = spawn(process.execPath, [...settings, program], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/health/live?name=a`
  while (child.exitCode === null && !(await fetch(url).catch(() => null))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 50))
  await autocannon({ url, connections: 32, amount: Math.max(1, Math.round(answers)) })
  const held = rssOf(child.pid ?? 0)
  child.kill('SIGTERM')
  await ended
  return held
}
