import type { z } from 'zod'
import { judged, type Send, Unavailable } from '../http.ts'
import { parts, pauses } from '../time-limits.ts'
import type { Wire } from './codec.ts'
import { type Operation, operations } from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { replies } from './replies.ts'
import { type Exchange, exchange, unreadable } from './wire.ts'

/** Their record of our login. */
export type Login = { branchId: number; systemDelimiterId: number }

type Slot = {
  seat: number
  user: { name: string; password: string }
  session: string | null
  login: Login
  usedAt: number
}

function pool(free: Slot[]) {
  const waiting: ((slot: Slot) => void)[] = []
  return {
    /**
     * First come, first served. Who waits past the limit leaves the queue and its call is never
     * sent.
     */
    take(operation: Operation, until: number): Promise<Slot> {
      const slot = free.shift()
      if (slot) return Promise.resolve(slot)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => {
            waiting.splice(waiting.indexOf(served), 1)
            reject(
              new Unavailable('esbd', operation, 'every session is busy', false, {
                isFailure: false,
              }),
            )
          },
          Math.max(0, until - performance.now()),
        )
        const served = (slot: Slot) => {
          clearTimeout(timer)
          resolve(slot)
        }
        waiting.push(served)
      })
    },
    give(slot: Slot): void {
      const next = waiting.shift()
      if (next) next(slot)
      else free.push(slot)
    },
  }
}

/** Opens a session for a slot of the pool, and checks whether it still lives. */
function signIn(ask: Exchange, systemId: number | undefined) {
  async function enter(slot: Slot): Promise<string> {
    const stale = performance.now() - slot.usedAt > pauses.esbdSessionFresh
    if (slot.session && stale && !(await lives(slot))) slot.session = null
    if (slot.session) return slot.session
    const answer = await ask(
      'AuthenticateUser',
      { aName: slot.user.name, aPassword: slot.user.password },
      { seat: slot.seat },
    )
    const user = read('AuthenticateUser', replies.User, answer)
    if (user.IsAuthenticated !== 1 || user.SessionID === '')
      throw new EsbdRefused('AuthenticateUser', user.ErrorMessage || 'no session')
    if (ofAnother(systemId, user.SYSTEM_DELIMITER_ID))
      throw new EsbdRefused(
        'AuthenticateUser',
        `the login is of the insurer ${user.SYSTEM_DELIMITER_ID}, not of ${systemId}`,
      )
    slot.session = user.SessionID
    slot.login = { branchId: user.Branch_ID, systemDelimiterId: user.SYSTEM_DELIMITER_ID }
    return user.SessionID
  }

  /** Only they know whether a session lives: the text of a Fault does not tell. */
  const lives = async ({ session, user, seat }: Slot): Promise<boolean> => {
    try {
      return (
        (await ask('SessionExists', { aSessionID: session, aUserName: user.name }, { seat })) ===
        true
      )
    } catch (cause) {
      if (cause instanceof EsbdRefused) return false
      throw cause
    }
  }

  /** After a Fault; who does not answer this leaves it open whether the call had an effect. */
  async function stillLives(slot: Slot, { operation, faultText }: EsbdRefused): Promise<boolean> {
    try {
      return await lives(slot)
    } catch (cause) {
      throw new Unavailable(
        'esbd',
        operation,
        `refused, and silent about the session: ${faultText.slice(0, 80)}`,
        true,
        { cause },
      )
    }
  }

  return { enter, stillLives }
}

/**
 * Guess: a login without a number (0) is taken as it is; whether the field is always filled only
 * the operator knows.
 */
const ofAnother = (ours: number | undefined, theirs: number): boolean =>
  ours !== undefined && theirs > 0 && theirs !== ours

function read<T>(operation: Operation, schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw unreadable(operation, parsed.error)
  return parsed.data
}

async function before<T>(until: number, work: Promise<T>, timeoutError: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), Math.max(0, until - performance.now()))
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

/**
 * One call with a session of the pool; the schema parses the answer. Arguments may depend on the
 * login in use. `key` goes to the journal and must not be personal data.
 */
export type Call = <T>(
  operation: Operation,
  args: Wire | ((login: Login) => Wire),
  schema: z.ZodType<T>,
  key?: string,
) => Promise<T>
/** Starts the clock of one verb: all calls made with the result share its time limit. */
export type Turn = () => Call

/**
 * A call that writes met a session that is gone: who can see by asking that nothing was written may
 * ask for it again.
 */
class SessionEnded extends Unavailable {}

/** Writes; if the session had ended, `again` queries the result and writes what is missing. */
export const unlessEnded = <T>(write: () => Promise<T>, again: () => Promise<T>): Promise<T> =>
  write().catch((cause: unknown) => {
    if (!(cause instanceof SessionEnded)) throw cause
    return again()
  })

/**
 * A session serves one request at a time, so each user is a slot of the pool and calls wait for a
 * free one.
 */
export function sessions(
  config: {
    addresses: string[]
    users: { name: string; password: string }[]
    systemId?: number
    limitMs?: number
    soap12?: boolean
  },
  send: Send<Operation>,
): Turn {
  const ask = exchange(config, send)
  const slots = pool(
    config.users.map(
      (user, seat): Slot => ({
        seat,
        user,
        session: null,
        login: { branchId: 0, systemDelimiterId: 0 },
        usedAt: 0,
      }),
    ),
  )

  const { enter, stillLives } = signIn(ask, config.systemId)

  return () => {
    const until = performance.now() + (config.limitMs ?? parts.esbdVerb)
    return async (operation, args, schema, key) => {
      const late = (sent: boolean) =>
        new Unavailable('esbd', operation, 'time limit', sent, { isFailure: false })
      const slot = await slots.take(operation, until)
      let sent = false
      const once = async () => {
        const session = await enter(slot)
        if (performance.now() >= until) throw late(sent)
        sent = true
        const what = typeof args === 'function' ? args(slot.login) : args
        return ask(
          operation,
          { [sessionField(operation)]: session, ...what },
          { key, seat: slot.seat },
        )
      }
      const work = judged(async () => {
        try {
          const answer = await once().catch(async (cause: unknown) => {
            if (!(cause instanceof EsbdRefused) || cause.operation === 'AuthenticateUser')
              throw cause
            if (await stillLives(slot, cause)) throw cause
            slot.session = null
            // A write is never sent twice, whatever the answer: the verb queries its result.
            if (!operations[operation].reads)
              throw new SessionEnded(
                'esbd',
                operation,
                `the session ended: ${cause.faultText.slice(0, 80)}`,
              )
            return once()
          })
          slot.usedAt = performance.now()
          return read(operation, schema, answer)
        } catch (cause) {
          slot.usedAt = cause instanceof EsbdRefused ? performance.now() : 0
          throw cause
        } finally {
          slots.give(slot)
        }
      })
      return before(until, work, () => late(sent))
    }
  }
}

/** The session's field, which `Execute` alone spells another way. */
const sessionField = (operation: Operation) =>
  Object.keys(operations[operation].in).find((name) => /^aSessionI[dD]$/.test(name)) ?? 'aSessionID'
