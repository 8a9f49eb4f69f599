import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { type CallName, contract } from '#contract/index.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { EsbdRefused, NotInTariff } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { answers } from '#texts/refusals.ts'
import { leavesWith, withLock } from '../db/locks.ts'
import type { SlowAnswers } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { goesOnJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { answerLimits } from '../settings/time-limits.ts'
import { answerRefusedAddress } from './address.ts'
import type { Context } from './context.ts'
import { asHttpError } from './error-answers.ts'
import type { Identity } from './identity.ts'
import { answerUnavailable, HttpError, inProgress, refuse } from './refuse.ts'
import { noteRefusal } from './refused-sales.ts'

/** Identifies a continued call. */

export type Begun = {
  call: string
  who: Identity
  body: unknown
  locale: Locale
  requestId: string
  address: string
  device: string
  /** By the real clock. */
  at: Date
}

/** Returns a body without time and place: two tries of one request may differ in those. */
export function whatIsAsked(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('operation' in body)) return body
  if (typeof body.operation !== 'object' || body.operation === null) return body
  const {
    dateTime: _when,
    latitude: _north,
    longitude: _east,
    accuracy: _within,
    ...operation
  } = { ...body.operation } as Record<string, unknown>
  return { ...body, operation }
}

const keyOf = ({ call, who, body }: Begun): string =>
  createHash('sha256')
    .update(JSON.stringify([call, who.kind, who.iin, whatIsAsked(body)]))
    .digest('base64url')
const lockOf = (key: string) => `answer:${key}`

export type Row = Selectable<SlowAnswers>

type Outcome = { answer: unknown } | { cause: unknown }
const outcomeOf = (work: () => Promise<unknown>): Promise<Outcome> =>
  work().then(
    (answer) => ({ answer }),
    (cause: unknown) => ({ cause }),
  )

const StoredOutcome = z.union([
  z.object({ answer: z.unknown() }),
  z.object({
    status: z.int(),
    body: z.record(z.string(), z.unknown()),
    headers: z.record(z.string(), z.string()),
  }),
])

async function storeOutcome({ db, log }: Deps, key: string, outcome: Outcome): Promise<void> {
  const stored: z.infer<typeof StoredOutcome> =
    'answer' in outcome ? outcome : thrown(outcome.cause)
  if ('status' in stored && stored.status >= 500 && 'cause' in outcome)
    log.error({ err: outcome.cause }, 'a slow answer ended with an error')
  await step('slow.told', () =>
    db
      .updateTable('slow_answers')
      .set({ told: JSON.stringify(stored), answered_at: new Date() })
      .where('key', '=', key)
      .execute(),
  )
}

/** As it would have been answered at once. */
export const thrown = (cause: unknown) => {
  const { status, body, headers } = asHttpError(cause)
  return { status, body, headers }
}

function freshly({ told, answered_at }: Row): Outcome | null {
  if (!told || !answered_at || answered_at.getTime() < Date.now() - answerLimits.goesOnFreshMs)
    return null
  const read = StoredOutcome.parse(told)
  return 'status' in read ? { cause: new HttpError(read.status, read.body, read.headers) } : read
}

/**
 * A call that queries several outside systems in turn may exceed our answer time (decision 172).
 * The caller then gets "goes on", repeats the request, and receives the answer when it is ready.
 * The process that began continues; if it dies, a job in any other process does. A lock prevents
 * doing it twice at once.
 */

const goesOn = (locale: Locale) =>
  new HttpError(
    409,
    { error: 'goes_on', message: answers.goesOn[locale] },
    { 'retry-after': String(answerLimits.goesOnRetrySeconds) },
  )

/** Returns time and place: two tries of one request may differ in those. */
function placeOf(body: unknown): string {
  const { dateTime, latitude, longitude, accuracy } =
    (body as { operation?: Record<string, unknown> } | null)?.operation ?? {}
  return JSON.stringify([dateTime, latitude, longitude, accuracy])
}
const say = (outcome: Outcome): unknown => {
  if ('cause' in outcome) throw outcome.cause
  return outcome.answer
}

/**
 * Returns the answer of `work`, which gets the time of the first request; throws 409 `goes_on` if
 * it takes longer than an answer may, and the 409 of any duplicate before that.
 */
export async function orGoesOn(
  deps: Deps & Pick<Context, 'givenUp'>,
  begun: Begun,
  work: (since: Date) => Promise<unknown>,
): Promise<unknown> {
  const { db, locks, config, log, background } = deps
  const key = keyOf(begun)
  const mine = await locks.take(lockOf(key))
  const stay = mine ? leavesWith(locks, lockOf(key), deps.givenUp.signal) : null
  const free = () => {
    stay?.()
    return locks.free(lockOf(key))
  }
  const known = await rowBy(deps, key).catch(async (cause: unknown) => {
    if (mine) await free()
    throw cause
  })
  if (!mine) throw known ? goesOn(begun.locale) : inProgress()
  const forget = async () => {
    if (known) await db.deleteFrom('slow_answers').where('id', '=', known.id).execute()
  }
  const earlier = known && freshly(known)
  if (earlier) {
    try {
      await forget()
    } finally {
      await free()
    }
    return say(earlier)
  }

  // Repeated with the very place of a try that died: counts since that one.
  const since =
    known && !known.told && placeOf(known.body) === placeOf(begun.body) ? known.begun_at : begun.at
  let remembered: Promise<unknown> | null = null
  const outcome = outcomeOf(() => work(since))
  const over = outcome
    .then(async (end) => {
      if (!remembered) return forget()
      await remembered
      await storeOutcome(deps, key, end)
    })
    .catch((cause: unknown) =>
      log.warn({ err: cause, call: begun.call }, 'a slow answer could not be kept'),
    )
    .then(free)
  const quick = await withTimeout(config.slowAnswerMs, outcome)
  if (quick) {
    await over
    return say(quick)
  }
  background.add(over)
  void over.finally(() => background.delete(over))
  remembered = remember(deps, key, { ...begun, at: since })
  await remembered.catch((cause: unknown) => {
    deps.givenUp.abort()
    throw cause
  })
  throw goesOn(begun.locale)
}

/** The row and its job in one transaction: from here on nothing depends on this process. */
const remember = (
  { db, queue }: Deps,
  key: string,
  { call, who, body, locale, requestId, address, device, at }: Begun,
) =>
  step('slow.commit', () =>
    db.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto('slow_answers')
        .values({
          key,
          call,
          token_hash: who.hash,
          body: JSON.stringify(body),
          locale,
          request_id: requestId,
          address,
          device,
          begun_at: at,
        })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            token_hash: who.hash,
            body: JSON.stringify(body),
            told: null,
            answered_at: null,
            begun_at: at,
          }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      await queue.enqueue(
        tx,
        goesOnJob,
        { id: row.id },
        { inSeconds: answerLimits.goesOnLookSeconds },
      )
    }),
  )

/**
 * Job: continues what another process began before it died. `run` repeats the call, or returns null
 * if its session is over.
 */
export async function goOn(
  deps: Deps,
  id: string,
  run: (row: Row) => Promise<(() => Promise<unknown>) | null>,
): Promise<void> {
  const { db, locks, queue } = deps
  const waiting = () =>
    db
      .selectFrom('slow_answers')
      .selectAll()
      .where('id', '=', id)
      .where('told', 'is', null)
      .executeTakeFirst()
  const row = await waiting()
  if (!row) return
  const done = await withLock(locks, lockOf(row.key), async () => {
    const still = await waiting()
    const work = still && (await run(still))
    if (work) await storeOutcome(deps, row.key, await outcomeOf(work))
    else
      await db.deleteFrom('slow_answers').where('id', '=', id).where('told', 'is', null).execute()
    return true
  })
  if (!done)
    await queue.send(goesOnJob, { id }, { inSeconds: answerLimits.goesOnLookSeconds, once: 'any' })
}

const rowBy = ({ db }: Deps, key: string): Promise<Row | undefined> =>
  db
    .selectFrom('slow_answers')
    // Named columns keep the plan of this query, which every price runs, cached.
    .select([
      'id',
      'key',
      'call',
      'token_hash',
      'body',
      'locale',
      'request_id',
      'address',
      'device',
      'begun_at',
      'answered_at',
      'told',
    ])
    .where('key', '=', key)
    .executeTakeFirst()

/** Null when it takes longer. */
async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Waits so long for a leaving process's background work. */
export const settled = ({ background }: Pick<Deps, 'background'>, ms: number) =>
  withTimeout(ms, Promise.all(background))

/**
 * Runs `work` unless another request with this key runs in any process: that throws 409. Failed
 * work, or work whose process or database died, is not under way any more. A repetition of work
 * given up while it hangs in the database is sent away to retry.
 */
export async function withIdempotencyKey<T>(
  { locks, givenUp }: Pick<Context, 'locks' | 'givenUp'>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const answered = async () => ({ answer: await work() })
  const done = await withLock(locks, `request:${key}`, answered, givenUp.signal)
  if (!done) throw inProgress()
  return done.answer
}

/** A handler's answer, whatever becomes of it. */

export type Untyped = (body: unknown, context: Context) => Promise<unknown>

/** Returns the handler's answer or a failed outside system's; records refused sales. */
export async function answered(
  deps: Deps,
  { name, body, context }: { name: CallName; body: unknown; context: Context },
  handler: Untyped,
): Promise<unknown> {
  let cause: unknown
  const answer = await orOutside(contract[name], context.locale, () =>
    handler(body, context).catch((thrown: unknown) => {
      cause = thrown
      const refused = answerRefusedAddress(thrown, body, context.locale)
      if (!refused) throw thrown
      return refused
    }),
  )
  const { who, requestId } = context
  noteRefusal(deps, { call: name, body, who, requestId, answer, cause })
  return answer
}

/**
 * A failing outside system is `apiUnavailable` on calls that carry the catalogue's codes and 503
 * elsewhere.
 */
export async function orOutside(
  definition: Call,
  locale: Locale,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work()
  } catch (cause) {
    const outside = cause instanceof Unavailable || cause instanceof EsbdRefused
    if (!outside) throw cause
    // Permanent: a retry would get the same answer.
    if (definition.catalogue && cause instanceof NotInTariff)
      return refuse(locale, refusals.vehicleNotInTariff, undefined, cause.field)
    if (definition.catalogue) return refuse(locale, refusals.apiUnavailable)
    throw answerUnavailable()
  }
}
