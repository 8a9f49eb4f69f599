import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { type CallName, type Contract, contract } from '#contract/index.ts'
import { parseLocale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import { isTroubled, withTimeout } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { answerLimits } from '../settings/time-limits.ts'
import { type Context, contextOf, identityIn, late, localeOf } from './context.ts'
import { asHttpError, problems } from './error-answers.ts'
import { answered, type Begun, orGoesOn, orOutside, type Row, type Untyped } from './going-on.ts'
import { identityOf, mayCall } from './identity.ts'
import { comesBack, HttpError, invalid } from './refuse.ts'

/** A call's answer instead of JSON: a file, ready or streamed. */
export class FileAnswer {
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer | AsyncIterable<Buffer>
  constructor(name: string, mime: string, bytes: Buffer | AsyncIterable<Buffer>) {
    this.name = name
    this.mime = mime
    this.bytes = bytes
  }

  send(reply: FastifyReply) {
    const ascii = this.name.replaceAll(/[^\w.-]/g, '_')
    return reply
      .type(this.mime)
      .header(
        'content-disposition',
        `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(this.name)}`,
      )
      .header('x-robots-tag', 'noindex')
      .send(Readable.from(this.bytes, { objectMode: false, highWaterMark: 256 * 1024 }))
  }
}

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
    ...(definition.fileLimit
      ? {
          ...bodyOfFile(definition.fileLimit),
          // Reads so large a body only from a caller who may send it.
          onRequest: async (request: FastifyRequest) => {
            await contextOf(request, deps, name, definition)
          },
        }
      : {}),
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

/** Bytes read past a too large body: a client that sends more loses the connection. */
const READ_PAST = 256 * 1024 * 1024

/**
 * Reports a too large file like every other fault of it. Reads and discards the rest: a client cut
 * off while sending never sees the answer.
 */
const bodyOfFile = ({ bytes, error }: NonNullable<Call['fileLimit']>) => ({
  bodyLimit: bytes,
  errorHandler: async (cause: unknown, request: FastifyRequest) => {
    const failure = asHttpError(cause)
    if (failure.status !== 413) throw cause
    let past = 0
    request.raw.on('data', ({ length }: Buffer) => {
      past += length
      if (past > READ_PAST) request.raw.destroy()
    })
    await finished(request.raw).catch(() => {})
    const message = fieldText(error, localeOf(request))
    throw new HttpError(413, { errors: [{ path: 'file', message }] })
  },
})

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

/** Converts an instant of the real clock, which stored answers use, to the product's. */
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

/**
 * The parser's own words for a form that is cut off, has no boundary or is none at all; its errors
 * have no status.
 */
const BROKEN =
  /unexpected end of|terminated early|boundary not found|malformed|unsupported content type|multipart:/i

/**
 * Reads a multipart form. One that is broken off or was never whole is the sender's mistake: 422,
 * not an error of ours.
 */
export async function readingForm<Form>(read: () => Promise<Form>): Promise<Form> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof Error && !(cause instanceof HttpError) && BROKEN.test(cause.message))
      throw new HttpError(422, { errors: [{ path: '', message: 'multipart' }] })
    throw cause
  }
}

/**
 * Rejects texts the database can't store (a zero character, half of a surrogate pair): 422 with
 * their path in a body or query, 404 in an address. Once here, so that no call has to check.
 */
export function refuseInvalidText(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const asked = invalidTextIn(request.query)
    const isCall = request.routeOptions.config.call !== undefined
    if (invalidTextIn(request.params) || (asked && !isCall)) return done(new HttpError(404))
    const path = asked ?? invalidTextAt(request.body)
    return path
      ? done(invalid([{ path: path.join('.'), message: fieldText('invalid', localeOf(request)) }]))
      : done()
  })
}

const FormTexts = z.record(
  z.string(),
  z.string().refine((text) => isStorable(text)),
)

/** The texts of a form, which its own call reads past the hook above, by their schema. */
export function fieldsOf<Fields extends z.ZodType>(
  schema: Fields,
  form: Record<string, string>,
): { success: true; data: z.output<Fields> } | { success: false; error: z.ZodError } {
  const texts = FormTexts.safeParse(form)
  return texts.success ? schema.safeParse(texts.data, { reportInput: true }) : texts
}

/** The router's own objects are not plain ones: checks a plain copy. */
const invalidTextIn = (part: unknown): string[] | null => invalidTextAt({ ...Object(part) })

/** Deeper than any body of ours. */
const DEEPEST = 20

/**
 * Returns the path of the first such text, or of absurdly deep nesting; null if there is none.
 * Checks plain objects only.
 */
function invalidTextAt(value: unknown, depth = 0): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (!isPlain(value)) return null
  if (depth > DEEPEST) return []
  // The path is put together on the way back: most bodies have none.
  for (const [name, item] of Object.entries(value)) {
    if (!isStorable(name)) return []
    const below = invalidTextAt(item, depth + 1)
    if (below) return [name, ...below]
  }
  return null
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
