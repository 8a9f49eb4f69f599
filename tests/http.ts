import { randomInt } from 'node:crypto'
import { createServer as createTcpServer } from 'node:net'
import type { z } from 'zod'
import { type CallName, type Contract, contract } from '#contract/index.ts'

type Answer<Name extends CallName> = {
  status: number
  body: z.output<Contract[Name]['reply']> & Record<string, unknown>
  headers: Headers
}

/** Calls through the HTTP door, typed by the contract. */
export function calls(url: string) {
  const raw = async (
    path: string,
    options: { method?: string; body?: unknown; token?: string | undefined; locale?: string } = {},
  ) => {
    const answer = await fetch(`${url}${path}`, {
      method: options.method ?? 'POST',
      headers: {
        'accept-language': options.locale ?? 'kk',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    }
  }
  /** One answer, as it comes. */
  const once = async <Name extends CallName>(
    name: Name,
    body: z.input<Contract[Name]['body']>,
    token?: string,
    locale?: string,
  ): Promise<Answer<Name>> => {
    const { method, path } = contract[name]
    const query =
      method === 'GET'
        ? new URLSearchParams(
            Object.entries(body).map(([key, value]) => [key, String(value)]),
          ).toString()
        : ''
    return raw(query ? `${path}?${query}` : path, {
      method,
      ...(method === 'GET' ? {} : { body }),
      token,
      ...(locale ? { locale } : {}),
    })
  }
  /**
   * The answer as a page gets it: what goes on behind slow outside systems is asked about again.
   */
  const api: typeof once = async (...asked) => {
    for (;;) {
      const answer = await once(...asked)
      if (answer.status !== 409 || answer.body.error !== 'goes_on') return answer
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  return { url, raw, once, api }
}

/** The sandbox's control calls. */
export function control(sandbox: { url: string }) {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return text ? JSON.parse(text) : null
  }
  return {
    control: ask,
    fault: (
      system: string,
      mode: string,
      more: { operation?: string; times?: number; ms?: number; after?: number } = {},
    ) => ask('POST', '/control/faults', { system, mode, times: 1, ...more }),
    messages: (phone: string): Promise<{ id: string; from: string; text: string }[]> =>
      ask('GET', `/control/phones/${phone}/messages`),
    journal: (system: string): Promise<{ operation: string; key: Record<string, string> }[]> =>
      ask('GET', `/control/journal?system=${system}`),
    invoices: (phone: string): Promise<{ id: string; status: string; amount: number }[]> =>
      ask('GET', `/control/invoices?phone=${phone}`),
    mails: (
      address: string,
    ): Promise<
      { subject: string; text: string; attachments: { name: string; size: number }[] }[]
    > => ask('GET', `/control/mail/${address}`),
  }
}

/**
 * Waits until a question has the answer; fails with the last answer when it takes too long. Who has
 * waited for long asks less often: some questions are a call with its statements.
 */
export async function until<T>(
  ask: () => Promise<T>,
  good: (answer: T) => boolean,
  limitMs = 180_000,
): Promise<T> {
  const end = performance.now() + limitMs
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, 150)) {
    const answer = await ask()
    if (good(answer)) return answer
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/**
 * Returns a port that nobody listens at, each time another one. It is below those a system gives out
 * by itself (from 32,768 on Linux, 49,152 elsewhere): no connection opened before the caller listens
 * can take it. Each test worker has a range of its own: the port of a process that a test killed is
 * free until the test starts the next one, and no other worker takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS
  for (;;) {
    const port = 10_000 + worker * PORTS_EACH + randomInt(PORTS_EACH)
    if (port === NEVER_FETCHED || given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}
const WORKERS = 16
const PORTS_EACH = Math.floor((32_768 - 10_000) / WORKERS)
const given = new Set<number>()
/** fetch refuses this one port of the range as a bad one (the standard's list). */
const NEVER_FETCHED = 10_080
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createTcpServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
