import { AsyncLocalStorage } from 'node:async_hooks'
import type { SystemName } from './system-names.ts'

/**
 * Time limits and repeats of each operation of each outside system: the one table (decision 172).
 * Milliseconds. `waiting` applies if a person waits for the answer, `job` in a job. Both are for
 * one call with its repeats.
 */
export type TimeLimit = {
  waiting: number
  job: number
  /** How often a safe call, or one that surely did not arrive, is repeated within its time. */
  repeats: number
}

/** A person waits: an outside call ends within 5 s. In a job a read may take twice as long. */
const call: TimeLimit = { waiting: 4_500, job: 9_000, repeats: 2 }
/** A list file is large and no person waits for it. */
const wholeList: TimeLimit = { waiting: 30_000, job: 30_000, repeats: 2 }
/**
 * Calls that move money or send something: a second and a third try only if no connection was made,
 * and the time limit of a waiting person.
 */
const effect: TimeLimit = { waiting: 4_500, job: 4_500, repeats: 2 }

type OfSystem = { else: TimeLimit } & Readonly<Record<string, TimeLimit>>

/**
 * By the wire's own name of the operation, as the client gives it to `send`; `else` are all others
 * of the system.
 */
const limits: Readonly<Record<SystemName, OfSystem>> = {
  esbd: {
    else: call,
    // A session is not worth more: a host that does not let us in is down.
    AuthenticateUser: { ...call, job: 4_500 },
    SessionExists: { ...call, job: 4_500 },
    GetServerDateTime: { ...call, job: 4_500, repeats: 0 },
  },
  gkb: { else: call },
  bmg: { else: call },
  kdp: { else: effect },
  licences: { else: call },
  vehicles: { else: call },
  scoring: { else: call },
  // Two of its calls follow one another while the user sees an empty page.
  idp: { else: { waiting: 4_000, job: 4_000, repeats: 2 } },
  aml: { else: wholeList },
  sms: { else: effect },
  mobizon: { else: effect },
  mail: { else: { waiting: 4_500, job: 4_500, repeats: 0 } },
  bank: { else: effect },
  acquirer: { else: effect },
  epay: { else: effect },
  fiscal: { else: effect },
  addresses: { else: wholeList },
  // Counted without a movement of the bytes; `put` is an upload with its repeats: ten megabytes at
  // a megabyte a second, three times.
  files: {
    else: { waiting: 4_500, job: 4_500, repeats: 2 },
    put: { waiting: 30_000, job: 30_000, repeats: 2 },
  },
  // A whole scan, shorter than a job's lifetime. The queue repeats it, not at once: the whole file
  // is sent each time.
  antivirus: { else: { waiting: 50_000, job: 50_000, repeats: 0 } },
  partner: { else: effect },
}

/** Parts of a call that have a limit of their own. */
export const parts = {
  /** To be connected with a host. */
  connect: 3_000,
  /** A connection without work is closed before a gateway in between closes it. */
  keepAlive: 4_000,
  /**
   * A verb of the unified database is several calls in a row with a free session to wait for; what
   * is not sent by then is not sent.
   */
  esbdVerb: 15_000,
  /** How long a busy storage may be silent while an upload is stored. */
  filesPutStall: 10_000,
  /** Longest time without progress while a file is sent to the scanner … */
  antivirusStall: 5_000,
  /** … and how long it may take once it has the whole file. */
  antivirusVerdict: 30_000,
} as const

/** When a call is made again, and how long what failed is left alone. Milliseconds. */
export const pauses = {
  /** Before the first repeat of a call; the second waits twice as long. */
  repeat: 100,
  /** With less time left than this a repeat could not be answered. */
  repeatLeast: 300,
  /**
   * A session used so recently counts as alive; an older one is checked first (as known clients
   * do).
   */
  esbdSessionFresh: 10_000,
  /** A failed host is tried last for so long. */
  esbdHostRest: 30_000,
  /** A login that could not be used is tried last for so long. */
  esbdLoginRest: 30_000,
  /**
   * So soon after a failed sign-in another insurer's login still answers within the time of a verb.
   */
  esbdLoginSoon: 1_500,
  /**
   * A message that surely did not arrive is sent once more at once, as long as a person may be
   * waiting for it.
   */
  smsAgainWithin: 1_500,
} as const

/**
 * After so many failures in a row a system counts as down and calls fail at once, until so much
 * later one probe is let through. Beside the sandbox a fault is over when the switch is empty; a
 * long pause would only hide it.
 */
export const breaking = {
  production: { breakAfter: 12, halfOpenAfterMs: 5_000 },
  sandbox: { breakAfter: 30, halfOpenAfterMs: 1_000 },
} as const

const patience = new AsyncLocalStorage<'waiting' | 'job'>()

/** Runs `work` with the limits of a job: no person waits for its answers. */
export const patiently = <T>(work: () => T): T => patience.run('job', work)

/** The limit of one call here and now, with its repeats. */
export function limitOf(system: SystemName, operation: string): { ms: number; repeats: number } {
  const ofSystem = limits[system]
  const limit =
    (Object.hasOwn(ofSystem, operation) ? ofSystem[operation] : undefined) ?? ofSystem.else
  return { ms: limit[patience.getStore() ?? 'waiting'], repeats: limit.repeats }
}
