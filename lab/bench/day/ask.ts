import { type Agent, request } from 'node:http'

/** One call of a simulated client. */

const GIVES_UP_MS = 15_000

export type Answered = { status: number; text: string; retryAfter: number }
export function ask(of: {
  url: string
  agent: Agent
  method?: string
  token?: string
  body?: string
  type?: string
}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(
      of.url,
      {
        agent: of.agent,
        method: of.method ?? 'POST',
        headers: {
          'accept-encoding': 'br',
          ...(of.body === undefined
            ? {}
            : {
                'content-type': of.type ?? 'application/json',
                'content-length': Buffer.byteLength(of.body),
              }),
          ...(of.token ? { authorization: `Bearer ${of.token}` } : {}),
        },
        timeout: GIVES_UP_MS,
      },
      (got) => {
        const chunks: Buffer[] = []
        got.on('data', (chunk: Buffer) => chunks.push(chunk))
        got.on('error', reject)
        got.on('end', () =>
          resolve({
            status: got.statusCode ?? 0,
            text: got.headers['content-type']?.startsWith('application/json')
              ? Buffer.concat(chunks).toString()
              : '',
            retryAfter: Number(got.headers['retry-after'] ?? 0),
          }),
        )
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('gave up')))
    asked.on('error', reject)
    asked.end(of.body)
  })
}
