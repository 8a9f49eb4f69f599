import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { Bucket } from '#systems/files/object-asking.ts'

/** The only client this server knows. */
const KEYS = { accessKey: 'S3RVER', secretKey: 'S3RVER' }

/**
 * An S3 server of its own with one empty bucket; it checks every signature and keeps objects in a
 * folder.
 */
export async function objectStorage() {
  const folder = mkdtempSync(join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: 'qorgan' }],
  })
  const { port } = await server.run()
  const bucket: Bucket = {
    address: `http://127.0.0.1:${port}/qorgan`,
    region: 'us-east-1',
    ...KEYS,
  }
  return {
    bucket,
    /** The settings that make the product use it. */
    settings: {
      FILES_ADDRESS: bucket.address,
      FILES_ACCESS_KEY: bucket.accessKey,
      FILES_SECRET_KEY: bucket.secretKey,
    },
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A way to a storage that can be told to refuse: `refuse(/sales/)` answers reading of such keys with
 * 403, `refuse(null)` lets all through again.
 */
export async function frontOf(address: string) {
  const { host, pathname } = new URL(address)
  let refused: RegExp | null = null
  const server = createServer((incoming, outgoing) => {
    const isRead = incoming.method === 'GET' && !incoming.url?.includes('?')
    if (isRead && refused?.test(incoming.url ?? '')) {
      outgoing.writeHead(403).end()
      return
    }
    const { method, url, headers } = incoming
    const onward = request(`http://${host}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}${pathname}`,
    refuse: (keys: RegExp | null) => {
      refused = keys
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
