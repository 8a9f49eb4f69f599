import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { sendDocs } from '../../contract/claims.ts'
import { claimSlots } from '../../domain/claims/papers.ts'
import { objectStorage } from '../../tests/object-storage.ts'
import type { Client } from './upload-clients.ts'

const CLIENTS = Number(process.env.CLIENTS ?? 50)
const FILE = 10 * 1024 * 1024 - 1024
const chunk = Buffer.alloc(64 * 1024, 'qorgan ')

export const Told = z.union([
  z.object({
    url: z.string(),
    clients: z.array(z.object({ token: z.string(), globalId: z.string() })),
  }),
  z.object({ rss: z.number(), heap: z.number() }),
])

/**
 * Clients who send six documents of 10 MB each at once: by how much the memory of the server, a
 * process of its own, rises above one such upload.
 */
export async function uploadsBench() {
  const storage = await objectStorage()
  const measured = [
    await uploadsTo('the local disk', {}),
    await uploadsTo('object storage', storage.settings),
  ]
  await storage.close()
  return measured
}

async function uploadsTo(place: string, settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'qorgan-uploads-'))
  const env = { ...process.env, FILES_DIR: folder, ...settings }
  const server = fork(join(import.meta.dirname, 'upload-server.ts'), [String(CLIENTS + 2)], {
    stdio: 'inherit',
    env,
  })
  let peak = 0
  let last = 0
  const started = new Promise<{ url: string; clients: Client[] }>((resolve) => {
    server.on('message', (message) => {
      const told = Told.parse(message)
      if ('url' in told) return resolve(told)
      last = told.rss
      peak = Math.max(peak, told.rss)
    })
  })
  const { url, clients } = await started
  const [warm, second, ...crowd] = clients
  if (!warm || !second) throw new Error('no clients')
  await sends(url, warm)
  await sends(url, second)
  const before = last
  peak = 0
  const began = performance.now()
  await Promise.all(crowd.map((client) => sends(url, client)))
  const seconds = (performance.now() - began) / 1_000
  server.send('close')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
  const grown = (peak - before) / 1024 / 1024
  return {
    name: `${crowd.length} clients sending 60 MB each to ${place}, growth of the server's memory in MB`,
    ratio: grown,
    goal: '< 100',
    detail: `from ${Math.round(before / 1024 / 1024)} to ${Math.round(peak / 1024 / 1024)} MB; ${Math.round((crowd.length * 60) / seconds)} MB a second`,
  }
}

/** A claim with six PDF files, streamed, so that the sender holds nothing. */
async function sends(url: string, { token, globalId }: Client): Promise<void> {
  const boundary = 'qorgan-bench'
  const fields = {
    policy_number: globalId,
    policy_type: 'ogpo',
    claim_case: 'owner',
    claim_status: 'injured',
    damage_type: 'Бампер',
  }
  function* body() {
    for (const [name, value] of Object.entries(fields))
      yield Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
    for (const slot of claimSlots) {
      yield Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="documents[${slot}]"; filename="${slot}.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n`,
      )
      for (let sent = 0; sent + chunk.length < FILE; sent += chunk.length) yield chunk
      yield Buffer.from('\r\n')
    }
    yield Buffer.from(`--${boundary}--\r\n`)
  }
  const asked = request(`${url}${sendDocs.path}`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'idempotency-key': crypto.randomUUID(),
    },
  })
  Readable.from(body(), { objectMode: false, highWaterMark: 64 * 1024 }).pipe(asked)
  const [answer] = await once(asked, 'response')
  let text = ''
  for await (const part of answer) text += part
  if (answer.statusCode !== 200 || !text.includes('"success":true'))
    throw new Error(`${answer.statusCode}: ${text}`)
}
