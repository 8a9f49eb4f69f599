import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type pg from 'pg'
import { cpuOf, cpuOfFamily } from '../day/cpu.ts'
import { stressDay } from '../day/mix.ts'
import type { Given, Kind, Played, Playing } from './tapes.ts'

/** As many as equal processes of the product. */
const PLAYERS = 2
const GOOD = 0.97
const CALCULATION_MS = 500

export type Share = { factor: number; holds: boolean; why: string; told: string }
type Asked = { factor: number; seconds: number; warmSeconds: number }

/** Plays a share of the day and tells what it took. */
export async function playedShare(
  sql: pg.Client,
  postmaster: number,
  { asked, ...given }: Given,
  { factor, seconds, warmSeconds }: Asked,
): Promise<Share> {
  const { contracts, calculations, polls } = stressDay
  // A contract has its calculation and the questions of its page in itself.
  const perSecond: Record<Kind, number> = {
    contract: (contracts * factor) / PLAYERS,
    calculation: ((calculations - contracts) * factor) / PLAYERS,
    question: ((polls - contracts * asked) * factor) / PLAYERS,
  }
  const players: ChildProcess[] = []
  const ends: Promise<Played>[] = []
  for (let at = 0; at < PLAYERS; at += 1) {
    const player = fork(join(import.meta.dirname, 'player.ts'), [], { serialization: 'advanced' })
    players.push(player)
    ends.push(once(player, 'message').then(([played]) => played as Played))
    player.send({ ...given, perSecond, seconds, warmSeconds, seed: at + 1 } satisfies Playing)
  }
  const measure = () => measured(sql, postmaster, players)
  await new Promise((resolve) => setTimeout(resolve, warmSeconds * 1_000))
  const before = await measure()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  const after = await measure()
  return told(factor, seconds, before, after, await Promise.all(ends))
}

type Measured = Awaited<ReturnType<typeof measured>>

async function measured(sql: pg.Client, postmaster: number, players: readonly ChildProcess[]) {
  const { rows } = await sql.query<{ commits: string; read: string; log: string; writes: string }>(
    `select xact_commit::text as commits, blks_read::text as read,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as log,
       pg_current_xact_id()::text as writes
     from pg_stat_database where datname = current_database()`,
  )
  const { commits, read, log, writes } = rows[0] as (typeof rows)[number]
  return {
    at: performance.now(),
    database: cpuOfFamily(postmaster),
    players: players.reduce((sum, { pid = 0 }) => sum + cpuOf(pid), 0),
    commits: Number(commits),
    read: Number(read),
    log: Number(log),
    writes: Number(writes),
  }
}

function told(
  factor: number,
  seconds: number,
  before: Measured,
  after: Measured,
  players: readonly Played[],
): Share {
  const each = (of: (one: Measured) => number) =>
    ((of(after) - of(before)) * 1_000) / (after.at - before.at)
  const kinds = (['calculation', 'contract', 'question'] as const).map((kind) => {
    const late = players.flatMap(({ of }) => of[kind].late).sort((a, b) => a - b)
    const place = (share: number) => Math.max(0, late[Math.floor(late.length * share)] ?? 0)
    const sum = (what: 'came' | 'done') => players.reduce((all, { of }) => all + of[kind][what], 0)
    return { kind, came: sum('came'), done: sum('done'), half: place(0.5), most: place(0.95) }
  })
  const failed = players.flatMap((one) => one.failed)
  const faults = [
    ...kinds
      .filter(({ came, done }) => done < came * GOOD)
      .map(({ kind, came, done }) => `${done} of ${came} ${kind}s were over`),
    ...kinds
      .filter(({ kind, most }) => kind === 'calculation' && most > CALCULATION_MS)
      .map(({ most }) => `calculations took ${most.toFixed(0)} ms (p95)`),
  ]
  const lines = kinds.map(
    ({ kind, came, done, half, most }) =>
      `  ${kind}s: ${(done / seconds).toFixed(1)} a second over, ${((100 * done) / came).toFixed(1)} % of what came; ${half.toFixed(0)} and ${most.toFixed(0)} ms (p50, p95)`,
  )
  return {
    factor,
    holds: faults.length === 0,
    why: faults.join(', '),
    told: [
      `${seconds} s at ${factor.toFixed(2)} of the stress day, PostgreSQL alone`,
      ...lines,
      `  PostgreSQL took ${(100 * each(({ database }) => database)).toFixed(0)} % of a core, who asked it ${(100 * each((one) => one.players)).toFixed(0)} %; ${each(({ commits }) => commits).toFixed(0)} transactions a second, ${each(({ writes }) => writes).toFixed(0)} of them write; ${(each(({ log }) => log) / 1e6).toFixed(1)} MB of log and ${((each(({ read }) => read) * 8_192) / 1e6).toFixed(1)} MB read a second`,
      ...failed.slice(0, 12).map(([why, times]) => `  refused ${times} times: ${why}`),
    ].join('\n'),
  }
}
