import { createHash } from 'node:crypto'
import type { Script, Statement } from './script.ts'

/** How long the product is recorded while nobody asks anything: every sweep comes once. */
export const IDLE_SECONDS = 70

export type Kind = 'calculation' | 'contract' | 'question'

/** What a player is told. */
export type Playing = {
  databaseUrl: string
  statements: Statement[]
  scripts: Record<Kind, Script[]> & { idle: Script }
  idleSeconds: number
  /** How many the filled database has: whoever plays is one of them. */
  clients: number
  perSecond: Record<Kind, number>
  seconds: number
  /** At the beginning, not counted. */
  warmSeconds: number
  seed: number
}

/**
 * What players are told whatever the share; `asked`: how many questions of its page a contract
 * holds.
 */
export type Given = Omit<Playing, 'perSecond' | 'seconds' | 'warmSeconds' | 'seed'> & {
  asked: number
}

/** What a player tells: scripts that came and were over, and how long after they were due, in ms. */
export type Played = {
  of: Record<Kind, { came: number; done: number; late: number[] }>
  /** What PostgreSQL refused, and how often. */
  failed: [why: string, times: number][]
  /** Not over a while after the end. */
  underWay: number
}

/** What the token of the n-th client is known by, here and in SQL. */
export const tokenOf = (n: number): Buffer => createHash('sha256').update(`client ${n}`).digest()
export const tokenInSql = "sha256(convert_to('client ' || n, 'UTF8'))"
