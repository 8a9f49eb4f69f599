import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { addPhotograph, saveDraft } from '../../contract/claim-draft.ts'
import type { Client } from './upload-clients.ts'
import { Told } from './uploads.ts'

const CLIENTS = Number(process.env.CLIENTS ?? 20)
const PHOTOGRAPHS = 10
const MB = 1024 * 1024

/**
 * Clients who send ten photographs each of a claim that is begun, one after the other as their
 * phones do, all clients at once: by how much the memory of the server rises, a process of its own
 * whose worker scans them and makes their prints meanwhile.
 */
export async function claimsBench() {
  const folder = mkdtempSync(join(tmpdir(), 'qorgan-claims-'))
  const server = fork(join(import.meta.dirname, 'upload-server.ts'), [String(CLIENTS + 1)], {
    stdio: 'inherit',
    execArgv: ['--expose-gc'],
    env: { ...process.env, FILES_DIR: folder, WORKER: 'on' },
  })
  const peak = { rss: 0, heap: 0 }
  let last = { rss: 0, heap: 0 }
  const started = new Promise<{ url: string; clients: Client[] }>((resolve) => {
    server.on('message', (message) => {
      const told = Told.parse(message)
      if ('url' in told) return resolve(told)
      last = told
      peak.rss = Math.max(peak.rss, told.rss)
      peak.heap = Math.max(peak.heap, told.heap)
    })
  })
  const { url, clients } = await started
  const [warm, ...crowd] = clients
  if (!warm) throw new Error('no clients')
  const photograph = await ofAPhone()
  await sends(url, warm, photograph)
  server.send('collect')
  // Two readings later it tells what is left.
  await setTimeout(500)
  const before = last
  Object.assign(peak, before)
  const began = performance.now()
  const waits = (await Promise.all(crowd.map((client) => sends(url, client, photograph)))).flat()
  const seconds = (performance.now() - began) / 1_000
  server.send('close')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
  waits.sort((one, other) => one - other)
  const at = (part: number) => Math.round(waits[Math.floor((waits.length - 1) * part)] ?? 0)
  const grown = (of: 'rss' | 'heap') => (peak[of] - before[of]) / MB
  return {
    name: `${crowd.length} clients sending ${PHOTOGRAPHS} photographs each, growth of the server's heap in MB`,
    ratio: grown('heap'),
    goal: '< 100',
    detail: `all of its memory and the sandbox's in it by ${Math.round(grown('rss'))} MB; ${waits.length} photographs of ${(photograph.length / MB).toFixed(2)} MB in ${seconds.toFixed(1)} s, one told as kept after ${at(0.5)} ms (median), ${at(0.95)} ms (p95); upper bounds, the clients share the machine`,
  }
}

/** A photograph as the page makes it smaller before it goes: full of noise, so as heavy as any. */
async function ofAPhone(): Promise<Buffer> {
  const [width, height] = [1_600, 1_200]
  const noise = { type: 'gaussian', mean: 128, sigma: 28 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 86 })
    .toBuffer()
}

/** The same picture with a comment of its own: no draft takes one photograph twice. */
function another(photograph: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.from(randomUUID())
  const comment = Buffer.from([0xff, 0xfe, 0, own.length + 2])
  return Buffer.concat([photograph.subarray(0, 2), comment, own, photograph.subarray(2)])
}

/** Milliseconds until each photograph was told as kept. */
async function sends(url: string, { token, globalId }: Client, photograph: Buffer) {
  const id = randomUUID()
  const headers = { authorization: `Bearer ${token}` }
  const begun = await fetch(`${url}${saveDraft.path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, answers: { happened: 'hit-me', policy: globalId } }),
  })
  if (!begun.ok) throw new Error(await begun.text())
  const waits: number[] = []
  for (let sent = 0; sent < PHOTOGRAPHS; sent += 1) {
    const form = new FormData()
    form.set('draft_id', id)
    form.set('id', randomUUID())
    form.set('shows', 'more')
    form.set('photograph', new Blob([another(photograph)], { type: 'image/jpeg' }), 'photo.jpg')
    const from = performance.now()
    const answer = await fetch(`${url}${addPhotograph.path}`, {
      method: 'POST',
      headers,
      body: form,
    })
    const text = await answer.text()
    if (!text.includes('"success":true')) throw new Error(`${answer.status}: ${text}`)
    waits.push(performance.now() - from)
  }
  return waits
}
