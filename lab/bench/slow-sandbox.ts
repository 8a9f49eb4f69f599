import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startSandbox } from '../../sandbox/start.ts'
import { freePort } from '../../tests/http.ts'

/**
 * Run as a child process: the sandbox, and a door before its unified database where every call
 * waits so many milliseconds (argument).
 */
const delay = Number(process.argv[2])
const sandbox = await startSandbox({
  port: 0,
  smtpPort: 0,
  baseTime: new Date('2026-11-20T06:00:00Z'),
})
async function forward(request: IncomingMessage, reply: ServerResponse) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  await pause(delay)
  const headers = new Headers({ 'content-type': request.headers['content-type'] ?? 'text/xml' })
  if (typeof request.headers.soapaction === 'string')
    headers.set('soapaction', request.headers.soapaction)
  const answer = await fetch(`${sandbox.url}${request.url}`, {
    method: request.method ?? 'POST',
    headers,
    ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
  })
  reply.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'text/xml',
  })
  reply.end(Buffer.from(await answer.arrayBuffer()))
}
const door = createServer((request, reply) => void forward(request, reply))
const port = await freePort()
door.listen(port, '127.0.0.1', () =>
  process.send?.({
    sandboxUrl: sandbox.url,
    smtpPort: sandbox.smtpPort,
    esbd: `http://127.0.0.1:${port}/esbd/IICWebService.asmx`,
  }),
)
