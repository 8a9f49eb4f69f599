import { createServer } from 'node:http'
import { z } from 'zod'

const Value = z
  .object({
    stringValue: z.string().optional(),
    intValue: z.union([z.number(), z.string()]).optional(),
  })
  .loose()
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .default([])
  .transform((list) =>
    Object.fromEntries(
      list.map(({ key, value }) => [
        key,
        String(value.stringValue ?? value.intValue ?? JSON.stringify(value)),
      ]),
    ),
  )
const SpanOnTheWire = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: z.string() })).default([]),
  status: z.object({ code: z.number().optional() }).default({}),
})
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(SpanOnTheWire) })),
    }),
  ),
})
export type Span = z.output<typeof SpanOnTheWire>

/**
 * A collector of traces that takes OTLP over HTTP, as a real one does, and keeps what it was sent.
 */
export async function collector() {
  const spans: Span[] = []
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const resources = new Map<string, string>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    request.on('end', () => {
      headers.push({ ...request.headers, url: request.url })
      bodies.push(text)
      for (const { resource, scopeSpans } of Sent.parse(JSON.parse(text)).resourceSpans) {
        for (const [name, value] of Object.entries(resource.attributes)) resources.set(name, value)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  return {
    url,
    spans,
    bodies,
    headers,
    resources,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
