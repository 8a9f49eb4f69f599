import Fastify, { type FastifyReply } from 'fastify'
import { onTestFinished } from 'vitest'
import { answerScripts, type Operation } from '#systems/acquirer/protocol.ts'
import { type PgParams, type PgValue, readXml, signed, writeXml } from '#systems/acquirer/xml.ts'

/**
 * How many mutations of each operation: 20 in `npm test`, OUTSIDE_MUTATIONS=400 in the long form.
 */
export const MUTATIONS = Number(process.env.OUTSIDE_MUTATIONS ?? 20)
const SECRET = 'sandbox-secret'
/** Longer than the tests' client waits. */
const LATE_MS = 700

/** What a field is made to, signed anew: only the shape is wrong, never a lie about money. */
const shapes = {
  'left out': () => undefined,
  empty: () => '',
  'in spaces': (value) => (typeof value === 'string' ? ` \n${value} ` : value),
  twice: (value) => [value, value].flat(),
  nested: (value) => ({ value }),
  'a word': () => 'null',
  'very long': () => '9'.repeat(5_000),
  'another script': () => '１２',
} as const satisfies Record<string, (value: PgValue) => PgValue | undefined>

/** What becomes of the whole answer. */
const wholes = {
  'unsigned error': () =>
    text(writeXml({ pg_status: 'error', pg_error_code: '1000', pg_error_description: 'x' })),
  'HTTP 401': () => ({
    ...text(writeXml({ pg_status: 'error', pg_error_code: '1100' })),
    status: 401,
  }),
  'unsigned yes': (fields: PgParams) => text(writeXml({ ...fields, pg_sig: '0'.repeat(32) })),
  'without a signature': ({ pg_sig: _sig, ...fields }: PgParams) => text(writeXml(fields)),
  html: () => text('<html><body>502 Bad Gateway</body></html>'),
  json: () => text('{"pg_status":"ok"}'),
  nothing: () => text(''),
  'HTTP 500': () => ({ ...text('Internal Server Error'), status: 500, type: 'text/plain' }),
  'HTTP 500 in XML': (fields: PgParams) => ({ ...text(writeXml(fields)), status: 500 }),
  'UTF-16': (fields: PgParams) => ({ ...text(''), body: Buffer.from(writeXml(fields), 'utf16le') }),
  'two documents': (fields: PgParams) => text(writeXml(fields) + writeXml(fields)),
  'another root': (fields: PgParams) => text(writeXml(fields).replaceAll('response>', 'reply>')),
  cut: (fields: PgParams) => text(writeXml(fields).slice(0, -60)),
  'cut on the line': (fields: PgParams) => ({ ...text(writeXml(fields)), line: 'cut' as const }),
  'line lost': (fields: PgParams) => ({ ...text(writeXml(fields)), line: 'reset' as const }),
  late: (fields: PgParams) => ({ ...text(writeXml(fields)), line: 'late' as const }),
} as const satisfies Record<string, (fields: PgParams) => Answer>

type Answer = { status: number; type: string; body: Buffer; line?: 'cut' | 'reset' | 'late' }
const text = (of: string): Answer => ({
  status: 200,
  type: 'text/xml; charset=utf-8',
  body: Buffer.from(of),
})
export type Mutation = { name: string; of(operation: Operation, text: string): Answer }

/** The n-th mutation: every whole one and every shape of every field in turn. */
export function mutation(n: number): Mutation {
  const ofWhole = Object.entries(wholes)
  const ofField = Object.entries(shapes)
  if (n % 2 === 0) {
    const [name, make] = ofWhole[(n / 2) % ofWhole.length] ?? ['', () => text('')]
    return { name, of: (_operation, from) => make(readXml(from)) }
  }
  const turn = (n - 1) / 2
  const [name, make] = ofField[turn % ofField.length] ?? ['', () => '']
  const which = Math.floor(turn / ofField.length) + turn
  return {
    name: `field ${which} ${name}`,
    of: (operation, from) => {
      const fields = readXml(from)
      const paths = pathsOf(fields)
      const path = paths[which % paths.length] ?? []
      const { pg_sig: _sig, pg_salt: _salt, ...changed } = put(fields, path, make)
      return text(writeXml(signed(answerScripts(operation, false)[0] ?? '', changed, SECRET)))
    },
  }
}

/** Of every field but the signature's, nested ones too. */
function pathsOf(fields: PgParams): string[][] {
  return Object.entries(fields)
    .filter(([name]) => name !== 'pg_sig' && name !== 'pg_salt')
    .flatMap(([name, value]) =>
      typeof value === 'string' || Array.isArray(value)
        ? [[name]]
        : [[name], ...pathsOf(value).map((rest) => [name, ...rest])],
    )
}

function put(
  fields: PgParams,
  [name = '', ...rest]: string[],
  make: (value: PgValue) => PgValue | undefined,
): PgParams {
  const value = fields[name] ?? ''
  const changed =
    rest.length > 0 && typeof value === 'object' && !Array.isArray(value)
      ? put(value, rest, make)
      : make(value)
  const { [name]: _old, ...others } = fields
  return changed === undefined ? others : { ...others, [name]: changed }
}

/**
 * A line between us and the sandbox that mutates what comes back: `next(operation, path)` says by
 * what, null for nothing. What was asked has its effect. `asked` counts the calls of each
 * operation.
 */
export async function mutatingLine(
  sandboxUrl: () => string,
  next: (operation: Operation, form: URLSearchParams) => Mutation | null,
) {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const asked: { operation: string; form: URLSearchParams }[] = []
  app.all('/acquirer/*', async (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : ''
    const operation = new URL(request.url, sandboxUrl()).pathname.split('/').at(-1) as Operation // the client's own paths
    const form = new URLSearchParams(body)
    asked.push({ operation, form })
    const theirs = await fetch(`${sandboxUrl()}${request.url}`, {
      method: request.method,
      headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
      ...(request.method === 'GET' ? {} : { body }),
    })
    const said = await theirs.text()
    const by = next(operation, form)
    return answered(reply, by ? by.of(operation, said) : { ...text(said), status: theirs.status })
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  return { address, asked }
}

async function answered(reply: FastifyReply, { status, type, body, line }: Answer) {
  if (line === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  if (line === 'reset' || line === 'cut') {
    reply.hijack()
    if (line === 'cut') {
      reply.raw.writeHead(status, { 'content-type': type, 'content-length': String(body.length) })
      reply.raw.write(body.subarray(0, body.length - 30))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    reply.raw.socket?.destroy()
    return reply
  }
  return reply.code(status).type(type).send(body)
}
