import { AsyncLocalStorage } from 'node:async_hooks'
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleAll,
  handleWhen,
  retry,
  TimeoutStrategy,
  timeout,
} from 'cockatiel'
import { Agent, request } from 'undici'
import type { SystemName } from './system-names.ts'
import { breaking, limitOf, parts, pauses } from './time-limits.ts'

export { type SystemName, systemNames } from './system-names.ts'

/**
 * One line of the journal of outgoing calls. `unavailable`: no answer, or one that is none.
 * `refused`: answered with no in words, which are the note. Holds ids, never an IIN, phone, token or
 * document.
 */
export type CallRecord = {
  system: SystemName
  operation: string
  /** Our id of what the call is about: order, attempt, request. Never personal data. */
  key: string | null
  startedAt: Date
  durationMs: number
  attempts: number
  outcome: 'ok' | 'refused' | 'unavailable'
  status: number | null
  note: string | null
}

/**
 * The system did not answer, answered too late or nonsense. Becomes `apiUnavailable` or 503 in one
 * place.
 */
export class Unavailable extends Error {
  readonly system: SystemName
  readonly operation: string
  /** False only when the request surely had no effect (never sent, refused at the door). */
  readonly mayHaveHappened: boolean
  /** See `Judgement`. A refusal of the data sent is no failure of theirs. */
  readonly isFailure: boolean
  constructor(
    system: SystemName,
    operation: string,
    reason: string,
    mayHaveHappened = true,
    { isFailure = true, ...options }: ErrorOptions & { isFailure?: boolean } = {},
  ) {
    super(`${system} ${operation}: ${reason}`, options)
    this.name = 'Unavailable'
    this.system = system
    this.operation = operation
    this.mayHaveHappened = mayHaveHappened
    this.isFailure = isFailure
  }
}

/** An error's judgement of the answer it was made of: whether the other side failed. */
type Judgement = { system: SystemName; operation: string; isFailure: boolean; message: string }
const isJudgement = (cause: unknown): cause is Judgement =>
  cause instanceof Error && 'system' in cause && 'operation' in cause && 'isFailure' in cause

type Journal = (record: CallRecord) => void
type Kept = { lines: { journal: Journal; record: CallRecord }[]; open: boolean }
const keeping = new AsyncLocalStorage<Kept>()

/** Writes to the journal at once, or once the answer has been judged. */
function write(journal: Journal, record: CallRecord, kept = keeping.getStore()): void {
  if (kept?.open) kept.lines.push({ journal, record })
  else journal(record)
}

/**
 * Keeps the lines of the calls that `work` makes until it is over: an answer that it could not use
 * was no success, whatever its HTTP status. The last call of the operation is the one meant.
 */
export async function judged<T>(work: () => Promise<T>): Promise<T> {
  const outer = keeping.getStore()
  const kept: Kept = { lines: [], open: true }
  try {
    return await keeping.run(kept, work)
  } catch (cause) {
    // The caller inside may read a refusal as an answer («not found»): the outermost call decides.
    if (isJudgement(cause) && (cause.isFailure || cause instanceof Unavailable || !outer?.open))
      judge(kept, cause)
    throw cause
  } finally {
    kept.open = false
    for (const { journal, record } of kept.lines) write(journal, record, outer)
  }
}

/**
 * Records as a failure an answer that the client returns as a value: they refuse every call of
 * ours, not the data sent.
 */
export function failedThere(system: SystemName, operation: string, message: string): void {
  const kept = keeping.getStore()
  if (kept) judge(kept, { system, operation, message, isFailure: true })
}

function judge({ lines }: Kept, cause: Judgement): void {
  const line = lines.findLast(
    ({ record }) => record.system === cause.system && record.operation === cause.operation,
  )
  if (line?.record.outcome !== 'ok') return
  if (cause.isFailure) line.record = { ...line.record, outcome: 'unavailable', note: noteOf(cause) }
  else if (cause instanceof Unavailable) line.record = { ...line.record, note: noteOf(cause) }
  else line.record = { ...line.record, outcome: 'refused', note: refusalOf(cause) }
}

/** Wraps a client so that each call is `judged`; its synchronous methods are unchanged. */
export const judgedCalls = <Client extends object>(client: Client): Client =>
  new Proxy(client, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        let made: unknown
        const call = judged(async () => {
          made = Reflect.apply(method, target, args)
          return made
        })
        if (made instanceof Promise) return call
        call.catch(() => {})
        return made
      }
    },
  })

/** Masks numbers: their words may quote the data sent. */
const noteOf = ({ message }: Judgement): string =>
  (message.split('\n')[0] ?? '').replaceAll(/\d{9,}/g, '…').slice(0, 200)

/**
 * Masks the person in a refusal's words, so that the same refusal of two people is the same note.
 */
const refusalOf = (cause: Judgement): string =>
  noteOf(cause)
    .replaceAll(/\d+/g, '…')
    .replaceAll(/\p{Lu}[\p{Lu}-]+/gu, '…')

export type Ask<Operation extends string = string> = {
  operation: Operation
  key?: string
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** True when repeating the call changes nothing: only such calls are retried. */
  safe: boolean
  /**
   * True if it must never be sent twice: even a 503 may then come from a proxy, after the effect.
   */
  once?: boolean
}
export type Reply = { status: number; headers: Record<string, string>; body: Buffer; text: string }
/** `Operation`: those of the system's protocol, each of which names its step of a sale. */
export type Send<Operation extends string = string> = (ask: Ask<Operation>) => Promise<Reply>

export type SendOptions = {
  journal: (record: CallRecord) => void
  /** Called when calls begin to fail at once, and when they are made again. */
  onBreaker?: (system: SystemName, operation: string, open: boolean) => void
  /**
   * Milliseconds for the whole call with its repeats in place of those of the table
   * (time-limits.ts).
   */
  timeoutMs?: number
  /** After so many failures in a row an operation counts as down and its calls fail at once … */
  breakAfter?: number
  /** … until so many milliseconds have passed and one probe is let through. */
  halfOpenAfterMs?: number
  /** Sees every answer as it came, before anybody reads it: for those who try a system out. */
  watch?: ((system: SystemName, operation: string, reply: Reply) => void) | undefined
  /**
   * PEM of the client certificate if the system requires mutual TLS; `ca`: the only roots its own
   * certificate may have.
   */
  tls?: { cert?: string; key?: string; ca?: string }
}

const MAX_REPLY = 16 * 1024 * 1024
/** The exchange ends by the signal and reports it itself; a read answer is left alone. */
const giveUp = { strategy: TimeoutStrategy.Cooperative, abortOnReturn: false }

/** Known before a call is made. */
type Call = Pick<Ask, 'operation' | 'key' | 'safe'> & { timeoutMs?: number }
/** Makes a call; `once` is one try of it in the rest of its time. */
export type Guarded = <T extends { status: number }>(
  call: Call,
  once: (leftMs: number) => Promise<T>,
) => Promise<T>

/**
 * Wraps every call to an outside system: total time limit, bounded repeats of safe calls, circuit
 * breaker, journal.
 */
export function guarded(system: SystemName, options: SendOptions): Guarded {
  const breakers = new Map<string, CircuitBreakerPolicy>()
  // Each operation has its own: one that fails closes no other, one that works opens none.
  const breakerOf = (operation: string) => {
    const known = breakers.get(operation)
    if (known) return known
    const breaker = circuitBreaker(handleAll, {
      halfOpenAfter: options.halfOpenAfterMs ?? breaking.production.halfOpenAfterMs,
      breaker: new ConsecutiveBreaker(options.breakAfter ?? breaking.production.breakAfter),
    })
    breaker.onStateChange((state) =>
      options.onBreaker?.(system, operation, state !== CircuitState.Closed),
    )
    breakers.set(operation, breaker)
    return breaker
  }

  return async (call, once) => {
    const limit = limitOf(system, call.operation)
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? limit.ms
    const startedAt = new Date()
    const began = performance.now()
    let attempts = 0
    const note = (outcome: CallRecord['outcome'], status: number | null, text: string | null) =>
      write(options.journal, {
        system,
        operation: call.operation,
        key: call.key ?? null,
        startedAt,
        durationMs: Math.round(performance.now() - began),
        attempts,
        outcome,
        status,
        note: text,
      })

    const left = () => timeoutMs - (performance.now() - began)
    const repeatable = (cause: unknown) =>
      (call.safe || !asUnavailable(system, call.operation, cause).mayHaveHappened) &&
      !isTimeout(cause) &&
      left() >= pauses.repeatLeast
    const repeats = retry(handleWhen(repeatable), {
      maxAttempts: limit.repeats,
      backoff: new DelegateBackoff(({ attempt }) => Math.min(pauses.repeat * attempt, left() / 2)),
    })
    const attempt = () => {
      attempts += 1
      if (left() <= 0) throw new Unavailable(system, call.operation, 'time limit')
      return once(Math.ceil(left()))
    }

    try {
      const reply = await breakerOf(call.operation).execute(() => repeats.execute(attempt))
      note('ok', reply.status, null)
      return reply
    } catch (cause) {
      const failure =
        cause instanceof BrokenCircuitError
          ? new Unavailable(system, call.operation, 'circuit open', false)
          : asUnavailable(system, call.operation, cause)
      note('unavailable', null, failure.message.slice(0, 200))
      throw failure
    }
  }
}

/**
 * The one outgoing call, guarded, with its answer in memory. Resolves with any HTTP answer below
 * 500; throws `Unavailable` for everything else.
 */
export function sender(system: SystemName, options: SendOptions): Send {
  const agent = new Agent({
    connectTimeout: Math.min(parts.connect, options.timeoutMs ?? parts.connect),
    keepAliveTimeout: parts.keepAlive,
    connections: 64,
    ...(options.tls ? { connect: { ...options.tls } } : {}),
  })
  const exchange = guarded(system, options)

  return (ask) =>
    exchange(ask, (leftMs) =>
      timeout(leftMs, giveUp).execute(async ({ signal }): Promise<Reply> => {
        const answer = await request(ask.url, {
          method: ask.method,
          headers: ask.headers ?? {},
          body: ask.body ?? null,
          dispatcher: agent,
          signal,
        })
        const chunks: Buffer[] = []
        let size = 0
        for await (const chunk of answer.body) {
          const piece = Buffer.from(chunk)
          size += piece.length
          if (size > MAX_REPLY) throw new Unavailable(system, ask.operation, 'reply too large')
          chunks.push(piece)
        }
        const body = Buffer.concat(chunks)
        const headers = Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')]),
        )
        options.watch?.(system, ask.operation, {
          status: answer.statusCode,
          headers,
          body,
          text: body.toString('utf8'),
        })
        if (answer.statusCode >= 500 && !headers['content-type']?.includes('xml'))
          throw new Unavailable(
            system,
            ask.operation,
            `HTTP ${answer.statusCode}`,
            ask.once === true || answer.statusCode !== 503,
          )
        if (answer.statusCode === 503)
          throw new Unavailable(system, ask.operation, 'HTTP 503', ask.once === true)
        return { status: answer.statusCode, headers, body, text: body.toString('utf8') }
      }),
    )
}

const codeOf = (cause: unknown): string => {
  if (typeof cause !== 'object' || cause === null) return ''
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return 'name' in cause && typeof cause.name === 'string' ? cause.name : ''
}
const isTimeout = (cause: unknown) =>
  ['TimeoutError', 'AbortError', 'ABORT_ERR'].includes(codeOf(cause)) ||
  codeOf(cause) === 'TimeoutError'
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT', 'EAI_AGAIN'])

function asUnavailable(system: SystemName, operation: string, cause: unknown): Unavailable {
  if (cause instanceof Unavailable) return cause
  const code = codeOf(cause)
  return new Unavailable(
    system,
    operation,
    isTimeout(cause) ? 'time limit' : code || 'failed',
    !NEVER_SENT.has(code),
    { cause },
  )
}
