import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { Bucket } from '#systems/files/object-storage.ts'

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
