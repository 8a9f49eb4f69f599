import { createServer, type Server } from 'node:http'
import { chromium } from '@playwright/test'
import { freePort } from '../../tests/http.ts'
import { chromiumFlags, findChromium } from '../../tests/journeys/browser.ts'
import { rate } from './estimate.ts'
import { productServer } from './server.ts'

const ROUNDS = 12
const LOADS = 9

/**
 * Static answers per second against a bare Node server that sends the same bytes and headers from
 * memory, and the largest paint of the first page against the same page written by hand: the same
 * words and styles, no script, no data for anybody else.
 */
export async function staticBench() {
  const product = await productServer({ WORKER: 'off' })
  const address = `${product.url}/`
  const bare = await bareServer(product.url, (html) => html)
  const rates = { product: 0, bare: 0 }
  const cpu = { product: 0, bare: 0 }
  // Short turns, so that what else the machine does falls on both.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of ['bare', 'product'] as const) {
      const before = process.threadCpuUsage()
      const answers = await rate(side === 'bare' ? `${bare.url}/` : address, undefined, 1)
      const { user, system } = process.threadCpuUsage(before)
      rates[side] += answers
      cpu[side] += (user + system) / answers
    }
  bare.server.close()
  const byHand = await bareServer(product.url, written)
  const paints = await largestPaints([address, `${byHand.url}/`])
  byHand.server.close()
  await product.close()
  const [ours = 0, theirs = 0] = paints
  return [
    {
      name: 'static answers against a bare Node server sending the same bytes',
      ratio: rates.product / rates.bare,
      goal: '≥ 0.85',
      detail: `${Math.round(rates.product / ROUNDS)} against ${Math.round(rates.bare / ROUNDS)} per second; ${Math.round(cpu.product / ROUNDS)} against ${Math.round(cpu.bare / ROUNDS)} µs of this thread per answer`,
    },
    {
      name: 'largest paint of the first page against a page written by hand',
      ratio: ours / theirs,
      goal: '≤ 1.2',
      detail: `${Math.round(ours)} ms against ${Math.round(theirs)} ms, median of ${LOADS}, a telephone on slow 4G at a quarter of this processor`,
    },
  ]
}

/** The page as somebody would write it who needs nothing but its words and styles. */
const written = (html: string): string =>
  html
    .replaceAll(/<script[^>]*>[\s\S]*?<\/script>\n?/g, '')
    .replaceAll(/<link rel="(?:modulepreload|alternate|canonical)"[^>]*>\n?/g, '')

type Kept = { headers: Record<string, string>; body: Buffer }

/**
 * What the product answers, kept as bytes and sent by nothing but Node. The page goes through
 * `rewrite` first; files stay as they are.
 */
async function bareServer(
  from: string,
  rewrite: (html: string) => string,
): Promise<{ url: string; server: Server }> {
  const kept = new Map<string, Kept>()
  const plain = await (
    await fetch(`${from}/`, { headers: { 'accept-encoding': 'identity' } })
  ).text()
  const html = rewrite(plain)
  for (const path of new Set([
    '/',
    ...[...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((found) => found[1] ?? ''),
  ])) {
    // fetch unpacks what it gets: asked for as it is, and packed again where the page is sent to a
    // browser.
    const answer = await fetch(from + path, { headers: { 'accept-encoding': 'identity' } })
    const body = path === '/' ? Buffer.from(html) : Buffer.from(await answer.arrayBuffer())
    const headers = Object.fromEntries(answer.headers)
    for (const name of ['date', 'connection', 'keep-alive', 'transfer-encoding'])
      delete headers[name]
    kept.set(path, { body, headers: { ...headers, 'content-length': String(body.length) } })
  }
  const server = createServer((request, response) => {
    const found = kept.get(request.url ?? '')
    response.writeHead(found ? 200 : 404, found?.headers).end(found?.body)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, server }
}

/** The median largest paint of each address, ms, opened by turns in fresh contexts. */
async function largestPaints(addresses: string[]): Promise<number[]> {
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    args: chromiumFlags,
    env: { ...process.env, ...env },
  })
  const found = addresses.map((): number[] => [])
  for (let load = 0; load < LOADS; load += 1)
    for (const [at, address] of addresses.entries()) {
      const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 200_000,
        uploadThroughput: 90_000,
      })
      await page.goto(address, { waitUntil: 'load' })
      found[at]?.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              new PerformanceObserver((list) =>
                resolve(list.getEntries().at(-1)?.startTime ?? 0),
              ).observe({
                type: 'largest-contentful-paint',
                buffered: true,
              })
            }),
        ),
      )
      await context.close()
    }
  await browser.close()
  return found.map((times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
}
