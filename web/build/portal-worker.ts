/**
 * What the worker is given: the build's id, the pages that open without a connection, and the files
 * they are made of.
 */
type Given = { id: string; pages: string[]; files: string[] }

/**
 * The parts of a service worker that are used; the browser's own types belong to another library
 * than the pages'.
 */
type WorkerEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  respondWith: (answer: Promise<Response>) => void
  request: Request
}
type WorkerScope = {
  location: Location
  caches: CacheStorage
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: (
    name: 'install' | 'activate' | 'fetch',
    listener: (event: WorkerEvent) => void,
  ) => void
}

/**
 * The service worker of the portal as a script: this very function, called with what the build
 * knows.
 */
export const workerScript = (given: Given): string =>
  `(${work.toString()})(self, ${JSON.stringify(given)})\n`

/**
 * Keeps the selling screen of this build, so that it opens without a connection. Pages come from
 * the network first, files with a hash from here; calls of the API are never touched. A new build
 * is a new worker, which forgets the files of the old one.
 */
function work(scope: WorkerScope, { id, pages, files }: Given): void {
  const prefix = 'qorgan-portal-'
  const name = prefix + id
  const kept = async (request: Request): Promise<Response | undefined> =>
    (await scope.caches.open(name)).match(request, {
      ignoreSearch: true,
      // The page was kept without what the browser says of languages; it is of the address alone.
      ignoreVary: true,
    })

  scope.addEventListener('install', (event) => {
    const fill = async (): Promise<void> => {
      const cache = await scope.caches.open(name)
      await cache.addAll([...pages, ...files])
      await scope.skipWaiting()
    }
    event.waitUntil(fill())
  })
  scope.addEventListener('activate', (event) => {
    const tidy = async (): Promise<void> => {
      const old = (await scope.caches.keys()).filter(
        (key) => key.startsWith(prefix) && key !== name,
      )
      await Promise.all(old.map((key) => scope.caches.delete(key)))
      await scope.clients.claim()
    }
    event.waitUntil(tidy())
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== scope.location.origin) return
    if (request.mode === 'navigate' && pages.includes(pathname))
      event.respondWith(fetch(request).catch(async () => (await kept(request)) ?? Response.error()))
    else if (files.includes(pathname))
      event.respondWith(kept(request).then((found) => found ?? fetch(request)))
  })
}
