import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { type CallName, type Contract, contract } from '#contract/index.ts'
import { parseLocale } from '#domain/locale.ts'
import { isTroubled } from '../db/connect.ts'
import { withTimeout } from '../db/deadline.ts'
import type { Deps } from '../deps.ts'
import { answerLimits } from '../settings/time-limits.ts'
import { answered, orOutside, type Untyped } from './answered.ts'
import type { Begun } from './call-key.ts'
import { type Context, contextOf, identityIn, late } from './context.ts'
import { problems } from './error-answers.ts'
import { FileAnswer } from './file-answer.ts'
import { orGoesOn } from './going-on.ts'
import type { Row } from './going-on-outcome.ts'
import { identityOf, mayCall } from './identity.ts'
import { comesBack, HttpError } from './refuse.ts'

type Body<Name extends CallName> = z.output<Contract[Name]['body']>
type Reply<Name extends CallName> = z.input<Contract[Name]['reply']>
export type Handler<Name extends CallName> = (
  body: Body<Name>,
  context: Context,
) => Promise<Reply<Name> | FileAnswer>
/** Every call has exactly one handler: a missing one does not compile. */
export type Handlers = { [Name in CallName]: Handler<Name> }

/** A call's handler, typed by the contract. */
export const handle = <Name extends CallName>(_name: Name, handler: Handler<Name>): Handler<Name> =>
  handler

/** Without the input a wrong type would read as a missing field. */
const reportInput = { reportInput: true }

export function mountCalls(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  for (const name of Object.keys(contract).filter((each): each is CallName => each in contract))
    mountCall(app, deps, name, handlers)
}

function mountCall<Name extends CallName>(
  app: FastifyInstance,
  deps: Deps,
  name: Name,
  handlers: Handlers,
) {
  const definition: Call = contract[name]
  // The table pairs each name with its own handler; inside the loop the compiler sees only their
  // union.
  const handler = handlers[name] as unknown as Untyped
  app.route({
    method: definition.method,
    url: definition.path,
    config: { call: name },
    ...(definition.bodyLimit ? { bodyLimit: definition.bodyLimit } : {}),
    handler: async (request, reply) => {
      const began = performance.now()
      const context = await contextOf(request, deps, name, definition, reply)
      const given = definition.method === 'GET' ? request.query : request.body
      const body = definition.body.safeParse(given ?? {}, reportInput)
      if (!body.success) throw new HttpError(422, { errors: problems(body.error, context.locale) })
      const work = () => answered(deps, { name, body: body.data, context }, handler)
      const answer = await withinLimit(definition, context, began, () =>
        definition.goesOn
          ? orGoesOn(context, begunBy(name, body.data, context), (since) => {
              context.askedAt = byOurClock(deps, since)
              return work()
            })
          : work(),
      )
      if (answer instanceof FileAnswer) return answer.send(reply)
      count(deps, name, answer)
      if (deps.config.checkReplies) return reply.send(definition.reply.parse(answer))
      return reply.send(answer)
    },
  })
}

const begunBy = (
  call: string,
  body: unknown,
  { me, locale, requestId, address, device }: Context,
): Begun => ({
  call,
  who: me(),
  body,
  locale,
  requestId,
  address,
  device,
  at: new Date(),
})

/** An instant of the real clock, by which answers are kept, by the product's. */
const byOurClock = ({ clock }: Deps, at: Date): Date =>
  new Date(clock.now().getTime() - (Date.now() - at.getTime()))

/**
 * The work of a call that another process began, as its session still may do it; null when the
 * session is over.
 */
export const callAgain = (deps: Deps, handlers: Handlers) => async (row: Row) => {
  const name = Object.keys(contract).find(
    (each): each is CallName => each in contract && each === row.call,
  )
  const who = await identityOf(deps.db, row.token_hash, deps.clock.now())
  if (!name || !mayCall(contract[name].may, who)) return null
  const locale = parseLocale(row.locale)
  const context: Context = {
    ...deps,
    who,
    locale,
    requestId: row.request_id,
    address: row.address,
    device: row.device,
    askedAt: byOurClock(deps, row.begun_at),
    givenUp: new AbortController(),
    log: deps.log.child({ request: row.request_id, call: name }),
    me: identityIn(who),
    get browser(): never {
      throw new Error(`${name} goes on without the browser that began it`)
    },
  }
  const handler = handlers[name] as unknown as Untyped
  return () => answered(deps, { name, body: row.body, context }, handler)
}

/**
 * The time limit counts as a failing outside system; while the database does not answer, as that.
 */
const withinLimit = (
  definition: Call,
  { pool, locale, givenUp }: Context,
  began: number,
  work: () => Promise<unknown>,
): Promise<unknown> =>
  orOutside(definition, locale, () =>
    withTimeout(answerLimits.wholeMs - (performance.now() - began), work, () => {
      if (!isTroubled(pool)) return late()
      givenUp.abort()
      return comesBack()
    }),
  )

function count(deps: Deps, call: string, answer: unknown) {
  if (typeof answer === 'object' && answer !== null && 'code' in answer)
    deps.metrics.refusals.inc({ call, code: String(answer.code) })
}
