import type { z } from 'zod'
import { type Send, Unavailable } from '../http.ts'
import { parts } from '../time-limits.ts'
import type { Wire } from './codec.ts'
import { type Operation, operations } from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { replies } from './replies.ts'
import { exchange, unreadable } from './wire.ts'

/** One call with a session of the pool; the answer is read by the schema. `key` goes to the journal and must not be personal data. */
export type Call = <T>(operation: Operation, args: Wire, schema: z.ZodType<T>, key?: string) => Promise<T>
/** Starts the clock of one verb: all calls made with the result share its time limit. */
export type Turn = () => Call

type Slot = { seat: number; user: { name: string; password: string }; session: string | null; usedAt: number }

/** A session used so recently is taken as alive; an older one is asked about first (as known clients do). */
const FRESH_MS = 10_000

/** A session serves one request at a time, so each user is a slot of the pool and calls wait for a free one. */
export function sessions(
  config: { addresses: string[]; users: { name: string; password: string }[]; limitMs?: number; soap12?: boolean },
  send: Send,
): Turn {
  const ask = exchange(config, send)
  const slots = pool(config.users.map((user, seat): Slot => ({ seat, user, session: null, usedAt: 0 })))

  async function enter(slot: Slot): Promise<string> {
    const stale = performance.now() - slot.usedAt > FRESH_MS
    if (slot.session && stale) {
      const alive = await ask('SessionExists', { aSessionID: slot.session, aUserName: slot.user.name }, { seat: slot.seat })
      if (alive !== true) slot.session = null
    }
    if (slot.session) return slot.session
    const answer = await ask('AuthenticateUser', { aName: slot.user.name, aPassword: slot.user.password }, { seat: slot.seat })
    const user = read('AuthenticateUser', replies.User, answer)
    if (user.IsAuthenticated !== 1 || user.SessionID === '') throw new EsbdRefused('AuthenticateUser', user.ErrorMessage || 'no session')
    slot.session = user.SessionID
    return user.SessionID
  }

  return () => {
    const until = performance.now() + (config.limitMs ?? parts.esbdVerb)
    return async (operation, args, schema, key) => {
      const late = (sent: boolean) => new Unavailable('esbd', operation, 'time limit', sent)
      const slot = await slots.take(operation, until)
      let sent = false
      const once = async () => {
        const session = await enter(slot)
        if (performance.now() >= until) throw late(sent)
        sent = true
        return ask(operation, { [sessionField(operation)]: session, ...args }, { key, seat: slot.seat })
      }
      const work = (async () => {
        try {
          const answer = await once().catch((cause: unknown) => {
            if (!(cause instanceof EsbdRefused) || !aboutSession(cause)) throw cause
            // Refused at the door, so nothing has happened: once more with a new session.
            slot.session = null
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
      })()
      return before(until, work, () => late(sent))
    }
  }
}

/** The session's field, which `Execute` alone spells another way. */
const sessionField = (operation: Operation) =>
  Object.keys(operations[operation].in).find((name) => /^aSessionI[dD]$/.test(name)) ?? 'aSessionID'

const aboutSession = (refused: EsbdRefused) => refused.operation !== 'AuthenticateUser' && /сесси|session/i.test(refused.faultText)

function read<T>(operation: Operation, schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw unreadable(operation, parsed.error)
  return parsed.data
}

async function before<T>(until: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.max(0, until - performance.now()))
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

function pool(free: Slot[]) {
  const waiting: ((slot: Slot) => void)[] = []
  return {
    /** First come, first served. Who waits past the limit leaves the queue and its call is never sent. */
    take(operation: Operation, until: number): Promise<Slot> {
      const slot = free.shift()
      if (slot) return Promise.resolve(slot)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => {
            waiting.splice(waiting.indexOf(served), 1)
            reject(new Unavailable('esbd', operation, 'every session is busy', false))
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
