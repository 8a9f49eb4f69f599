import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { workerScript } from './write-site.ts'

type Listener = (event: Record<string, unknown>) => void

/** The worker in a browser of our own: what it keeps, what the network answers. */
function browser(online: { now: boolean }) {
  const listeners = new Map<string, Listener>()
  const stores = new Map<string, Map<string, Response>>([['qorgan-portal-old', new Map()]])
  const pathOf = (request: Request | string): string =>
    new URL(typeof request === 'string' ? request : request.url, 'https://qorgan.kz').pathname
  const network = async (request: Request | string): Promise<Response> => {
    if (!online.now) throw new TypeError('offline')
    return new Response(`network ${pathOf(request)}`)
  }
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      addAll: async (paths: string[]) => {
        for (const path of paths) store.set(path, new Response(`kept ${path}`))
      },
      match: async (request: Request) => store.get(pathOf(request))?.clone(),
    }
  }
  const self = {
    location: { origin: 'https://qorgan.kz' },
    caches: {
      open,
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
    },
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  }
  const script = workerScript({ id: 'b1', pages: ['/promoter/ogpo'], files: ['/assets/desk-1.js'] })
  runInNewContext(script, { self, fetch: network, URL, Response, Promise })
  const fire = async (name: string): Promise<void> => {
    let waits: Promise<unknown> = Promise.resolve()
    listeners.get(name)?.({
      waitUntil: (work: Promise<unknown>) => {
        waits = work
      },
    })
    await waits
  }
  /** What the worker answers, or null: it leaves the request to the browser. */
  const ask = async (
    path: string,
    more: { mode?: string; method?: string } = {},
  ): Promise<string | null> => {
    const answers: Promise<Response>[] = []
    const request = {
      url: `https://qorgan.kz${path}`,
      method: more.method ?? 'GET',
      mode: more.mode ?? 'cors',
    }
    listeners.get('fetch')?.({
      request,
      respondWith: (given: Promise<Response>) => answers.push(given),
    })
    return (await answers[0])?.text() ?? null
  }
  return { fire, ask, stores }
}

test('the selling screen and its files open without a connection, and calls are never touched', async () => {
  const online = { now: true }
  const { fire, ask, stores } = browser(online)
  await fire('install')
  await fire('activate')
  expect([...stores.keys()]).toEqual(['qorgan-portal-b1'])
  expect(await ask('/promoter/ogpo', { mode: 'navigate' })).toBe('network /promoter/ogpo')
  online.now = false
  expect(await ask('/promoter/ogpo?order=7', { mode: 'navigate' })).toBe('kept /promoter/ogpo')
  expect(await ask('/assets/desk-1.js')).toBe('kept /assets/desk-1.js')
  expect(await ask('/promoter/sales', { mode: 'navigate' })).toBeNull()
  expect(await ask('/api/promoter/auth/me')).toBeNull()
  expect(await ask('/assets/desk-1.js', { method: 'POST' })).toBeNull()
})
