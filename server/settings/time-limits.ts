import { parts } from '#systems/time-limits.ts'

/**
 * All timeouts and intervals of this server: the one table. Each name ends with its unit. Calls of
 * outside systems have theirs in `systems/time-limits.ts`, rules of the product in
 * `domain/lifetimes.ts` and `domain/home/billing.ts`, calls per minute in `server/http/limits.ts`.
 */
const second = 1_000
const minute = 60 * second
const hour = 60 * minute

type Pace = {
  /** How often a mobile-bank bill and a silent card page are queried. */
  pollSeconds: number
  /** Interval of the sweep for stuck work. */
  sweepSeconds: number
  /** Time after which the sweep treats work as forgotten. Running work is protected by its lock. */
  forgottenSeconds: number
  /**
   * Guess: how long a refund that the bank did not answer may still go. After it what the bank
   * holds is believed.
   */
  refundSettleSeconds: number
  /** A refund with a lost answer is in the acquirer's list by then, or never reached it. */
  refundSeenMs: number
  /** The longest pause between two tries of a job that failed. */
  longestRetrySeconds: number
  /** Interval of reloading the watch lists. */
  amlRefreshSeconds: number
}

/** Intervals of minutes; beside the sandbox of seconds, so that they are visible. */
export const pace: Record<'production' | 'sandbox', Pace> = {
  production: {
    pollSeconds: 5,
    sweepSeconds: 15,
    forgottenSeconds: 20,
    refundSettleSeconds: 180,
    refundSeenMs: hour,
    longestRetrySeconds: 300,
    amlRefreshSeconds: 3_600,
  },
  sandbox: {
    pollSeconds: 1,
    sweepSeconds: 2,
    forgottenSeconds: 3,
    refundSettleSeconds: 1,
    refundSeenMs: 2 * second,
    longestRetrySeconds: 4,
    amlRefreshSeconds: 10,
  },
}

export const answerLimits = {
  /** Ours is out before the client's patience ends (decisions: an answer of ours within 10 s). */
  wholeMs: 9_500,
  /** Something outside or the database is away: it may be back by then. */
  unavailableRetrySeconds: 5,
  /** No stream is free; the page polls until then. */
  streamRetrySeconds: 30,
  /** Sooner than for a duplicate: a continued call's answer may arrive at any moment. */
  goesOnRetrySeconds: 2,
  /** When a job checks if the process that began a continued call still works on it. */
  goesOnLookSeconds: 5,
  /** An answer nobody collected is stale after this time: a later request starts anew. */
  goesOnFreshMs: 2 * minute,
  /** Rows of continued calls contain typed personal data. */
  goesOnKeptMs: hour,
} as const

/** A stopping process: its last answers, with and without a balancer that removes it. */
export const shutdownLimits = {
  drainSeconds: 5,
  lastAnswersMs: 15_000,
  lastAnswersUndrainedMs: 2_000,
  /** Running jobs; unfinished ones are retried. */
  jobsMs: 5_000,
  /** A collector of traces that is down delays no shutdown. */
  tracesMs: 3_000,
} as const

export const jobLimits = {
  /** Tries of a job that fails, the pause doubling from the first to `longestRetrySeconds`. */
  retries: 20,
  firstRetrySeconds: 1,
  /** A job that runs longer counts as dead and is restarted; none of ours may. */
  runSeconds: 60,
  /** The process that unpacks one photograph. */
  photographMs: 30_000,
  /** Finished jobs remain for staff to view. */
  overKeptSeconds: 3 * 86_400,
  /** Interval of the queue's own maintenance. */
  superviseSeconds: 15,
  /** How often a process checks which jobs fall due until the next check … */
  dueMs: second,
  /** … whose workers are woken a little later, by the database's clock … */
  wokenAfterMs: 15,
  /** … and check by themselves only in case that notice is lost. */
  restsSeconds: 60,
  /** An additional worker that had nothing to do for so long goes. */
  idleWorkerMs: 5_000,
} as const

/** Processes that make PDFs. */
export const paperLimits = {
  /** One that has made nothing for so long ends, and its memory is free. */
  idleMs: 30_000,
  /** A start takes half a second, on a machine that is busy tens of them. */
  startMs: 60_000,
  /** A paper takes 10 ms. */
  paperMs: 20_000,
  /** Load of the whole machine per core below which papers are made before they are requested. */
  idleLoad: 0.7,
} as const

/** Files of strangers are read and joined in processes of their own: none may take long or much. */
export const sheetLimits = {
  idleMs: 30_000,
  startMs: 60_000,
  /** A sheet takes 50 ms, the largest PNG 2 s. */
  paperMs: 10_000,
  heapMb: 512,
  most: 2,
  deaths: 1,
} as const

export const databaseLimits = {
  /** Shorter than an answer may take: a caller without a connection still gets an answer. */
  connectMs: 4_000,
  idleConnectionMs: 30_000,
  statementMs: 15_000,
  idleTransactionMs: 20_000,
  /** Locks: a server that hangs is given up with the connection, and the locks with it. */
  locksMs: 10_000,
  /** A connection silent for so long is checked over another one, this often … */
  silentMs: 2_500,
  silentLookMs: 500,
  /** … and is closed after so long if no other connection can check that it is at work. */
  silentAloneMs: 8_000,
  /** A failure so soon after a broken connection counts as caused by it. */
  troubledMs: 5_000,
  /** Statements of the queue are short: one that takes longer is not answered any more. */
  queueMs: 8_000,
  /** How often a listening connection is probed. */
  listenLookMs: 3_000,
  /** Errors of one kind are logged once in this time. */
  toldAgainMs: 10_000,
  /** A standby that does not report its position within this is down … */
  standbyMs: 2_000,
  /** … and is queried again so much later. */
  standbyLookMs: 5_000,
  /** The audit's seal waits so long for transactions on their way; the next turn seals more. */
  auditLockMs: 3_000,
  /** The embedded server that ended by itself is started again, as often as it takes. */
  embeddedRestartMs: 1_000,
} as const

/** Traces sent to a collector. */
export const traceLimits = { sendMs: 5_000 } as const

/** Time for look-ups between the beginning of an issue and its call. */
const lookedUpMs = 1_000

export const issueLimits = {
  lookedUpMs,
  /**
   * The unified database reports refusals and passing problems by the same Faults with free text:
   * retried in case it was a passing one, then final and the client is refunded.
   */
  faultsBeforeFinal: 3,
  /**
   * By then an abandoned call is over on their side: no second one begins before. After a process
   * that died …
   */
  settledSeconds: Math.ceil((parts.esbdVerb + lookedUpMs + 1_500) / second),
  /** … and after a call that ended before our eyes. */
  settledSeenSeconds: 6,
  /** A database that may hold our policy, when the time to issue is over. */
  mayExistAgainMs: 5 * minute,
  /** The same of a Home contract. */
  homeMayExistAgainMs: 30 * minute,
  /** The next year of Home; a paid period without a contract is on the staff's list meanwhile. */
  homeYearAgainMs: 30 * minute,
  /** … and so long after its payment the period is refunded (decision 060). */
  homeYearMs: 24 * hour,
} as const

export const terminationLimits = {
  /** Long enough for the accepting request to carry it out itself; then the job does. */
  jobAfterSeconds: 6,
  /** Home: as `issueLimits.settledSeenSeconds`. */
  homeSettledSeconds: 6,
  /** Home: the contract is in force there meanwhile, and staff see it. */
  homeAgainMs: 5 * minute,
} as const

export const paymentLimits = {
  /** Long enough for the request that made an attempt to open it itself; then the job does. */
  jobAfterSeconds: 8,
  /** A bill on its way is not sent twice by two presses of a button. */
  sendAgainAfterMs: 30 * second,
  /**
   * A closed attempt's bill can still be paid at the bank, even one that was rejected: it is
   * watched this long from its beginning.
   */
  watchClosedMs: 26 * hour,
  /** A bill is queried every `pollSeconds` while it is so young … */
  youngMs: 15 * minute,
  /** … then so many times slower, and slower still when it is dead at the bank. */
  olderTimes: 6,
  deadTimes: 60,
  /** A card refund is queried as often as a fresh bill for so long, afterwards more slowly. */
  cardRefundYoungMs: 2 * minute,
  cardRefundOlderTimes: 12,
  /** Home: a charge without a final answer is requested again; they charge one attempt once. */
  chargeStalledMs: 10 * minute,
  /** How long a card may still arrive without its notice: it is queried meanwhile. */
  cardBindingMs: hour,
  /** The cash register takes one request at a time: how often it is tried, and how long. */
  registerTurnMs: 100,
  registerWaitMs: 5_000,
} as const

export const screeningLimits = {
  /** Interval of retries for lists that a start could not load. */
  listsAgainMs: 15 * second,
} as const

export const alarmLimits = {
  /** Mail that has been away for so long is waited for no more: the administrators get an SMS. */
  mailMs: 5 * minute,
} as const

export const messageLimits = {
  /** A message unsent for so long is given up; the client can request it again. */
  givenUpMs: 48 * hour,
} as const
