import type { z } from 'zod'
import { judged, type Send, Unavailable } from '../http.ts'
import { parts } from '../time-limits.ts'
import type { Wire } from './codec.ts'
import { type Operation, operations } from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { type Login, pool, type Slot } from './session-pool.ts'
import { before, read, signIn } from './sign-in.ts'
import { exchange } from './wire.ts'

/**
 * One call with a session of the pool; the answer is read by the schema. Arguments may depend on
 * the login that happens to ask. `key` goes to the journal and must not be personal data.
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

/** Writes; when the session was gone, `again` asks what became of it and writes what is missing. */
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
            // What writes is never sent twice, whatever was said: the verb asks what became of it.
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
