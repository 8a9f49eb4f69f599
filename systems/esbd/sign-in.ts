import type { z } from 'zod'
import { Unavailable } from '../http.ts'
import { pauses } from '../time-limits.ts'
import type { Operation } from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { replies } from './replies.ts'
import type { Slot } from './session-pool.ts'
import { type Exchange, unreadable } from './wire.ts'

/** How a slot of the pool comes to a session, and whether that one still lives. */
export function signIn(ask: Exchange, systemId: number | undefined) {
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

export function read<T>(operation: Operation, schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw unreadable(operation, parsed.error)
  return parsed.data
}

export async function before<T>(
  until: number,
  work: Promise<T>,
  timeoutError: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), Math.max(0, until - performance.now()))
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
