import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { brand } from '#brand'
import { contract, uploads } from '#contract/index.ts'
import { listFileFields } from '#contract/kyc-lists.ts'
import { claimSlots } from '#domain/claims/papers.ts'

type Operation = {
  path: string
  method: string
  may: readonly string[]
  about: string
  name: string
  media: string
  body: unknown
  reply: unknown
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' })

const ObjectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

/** The query of a call that reads. */
function parametersOf(body: unknown) {
  const { properties, required } = ObjectSchema.parse(body)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** The files of a form, by the name of its call. */
const files = (fields: readonly string[], required = fields) => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map((field) => [field, { type: 'string', format: 'binary' }]),
  ),
  required,
})
const filesOf: Record<keyof typeof uploads, ReturnType<typeof files>> = {
  claimSendDocs: files(claimSlots.map((slot) => `documents[${slot}]`)),
  claimAnswerRequest: files(['document']),
  claimAddPhotograph: files(['photograph']),
  staffClaimUploadReport: files(['report']),
  kycUploadList: files(listFileFields, ['file']),
  kycAddDocument: files(['document']),
  staffAddEndingDocument: files(['document']),
}
const isUpload = (name: string): name is keyof typeof uploads => name in uploads

let known: Operation[] | undefined
/** Writing out hundreds of schemas took a fifth of a start: done on first use. */
const operations = (): Operation[] =>
  (known ??= [...Object.entries(contract), ...Object.entries(uploads)].map(([name, call]) => ({
    name,
    media: isUpload(name) ? 'multipart/form-data' : 'application/json',
    path: call.path,
    method: call.method.toLowerCase(),
    may: call.may,
    about: call.about,
    body: isUpload(name)
      ? { allOf: [schemaOf(call.body, 'input'), filesOf[name]] }
      : schemaOf(call.body, 'input'),
    reply: schemaOf(call.reply, 'input'),
  })))

/** Mounts the document and the page to read it on, each made once per process, on first use. */
export function mountOpenApi(app: FastifyInstance, publicUrl: string): void {
  let document: ReturnType<typeof openApi> | undefined
  let page: string | undefined
  app.get('/openapi.json', async () => (document ??= openApi(publicUrl)))
  app.get('/api-docs', async (_request, reply) => {
    page ??= apiDocs()
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

const failure = (description: string) => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { success: { type: 'boolean', enum: [false] }, message: { type: 'string' } },
        required: ['success'],
      },
    },
  },
})

/** The published document, made from the schemas that check requests and replies. */
function openApi(publicUrl: string) {
  return {
    openapi: '3.0.3',
    info: { title: `${brand.latin} API`, version: '1' },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: operations().reduce<Record<string, Record<string, unknown>>>((paths, operation) => {
      paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) }
      return paths
    }, {}),
  }
}

const described = (operation: Operation) => ({
  operationId: operation.name,
  summary: operation.about,
  description: `May call: ${operation.may.join(', ')}`,
  ...(operation.may.includes('everyone') ? {} : { security: [{ bearer: [] }] }),
  ...(operation.method === 'get'
    ? { parameters: parametersOf(operation.body) }
    : {
        requestBody: { required: true, content: { [operation.media]: { schema: operation.body } } },
      }),
  responses: {
    200: {
      description: 'Done, or a refusal with its code',
      content: { 'application/json': { schema: operation.reply } },
    },
    401: failure('No token or a wrong one'),
    403: failure('Not for this role'),
    404: failure('Unknown, or somebody else’s'),
    409: failure(
      'The same request is being worked on, or goes on (`goes_on`): ask the same again after Retry-After',
    ),
    ...(operation.method === 'get'
      ? {}
      : {
          413: failure('Larger than may be, or with more files'),
          415: failure('Not of that media type'),
        }),
    422: failure('The request alone is wrong: errors[{path, message}]'),
    429: failure('Too many; see Retry-After'),
    503: failure(
      'A service does not answer; `comes_back`: the database changes over, ask the same again; see Retry-After',
    ),
  },
})

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The same as a page to read. */
function apiDocs(): string {
  const rows = operations().map(
    (
      operation,
    ) => `<section id="${operation.name}"><h2><code>${operation.method.toUpperCase()} ${escaped(operation.path)}</code></h2>
<p>${escaped(operation.about)}</p><p>May call: ${escaped(operation.may.join(', '))}</p>
<details><summary>Body</summary><pre tabindex="0">${escaped(JSON.stringify(operation.body, null, 2))}</pre></details>
<details><summary>Reply</summary><pre tabindex="0">${escaped(JSON.stringify(operation.reply, null, 2))}</pre></details></section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${brand.latin} API</title><meta name="robots" content="noindex"></head>
<body><main><h1>${brand.latin} API</h1><p><a href="/openapi.json">openapi.json</a></p>
<p>Envelope: <code>{success, message?, code?, data?}</code>. Money: whole tenge. Days: <code>YYYY-MM-DD</code> in Almaty. Language of messages: <code>Accept-Language</code>.</p>
<ul>${operations()
    .map(({ name, path }) => `<li><a href="#${name}">${escaped(path)}</a></li>`)
    .join('')}</ul>
${rows.join('\n')}</main></body></html>`
}
