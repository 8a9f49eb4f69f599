import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectHome, startEmbedded } from '#server/db/embedded.ts'
import { readConfig } from '#server/settings/config.ts'
import { keptFiles } from '#server/systems.ts'
import type { Files } from '#systems/files/client.ts'
import { localFiles } from '#systems/files/local-files.ts'
import { objectFiles } from '#systems/files/object-storage.ts'

/**
 * The product's database and files as its settings give them; its own PostgreSQL is started unless
 * the product runs it already.
 */
export async function ourPlace(): Promise<{
  databaseUrl: string
  files: Files
  stop(): Promise<void>
}> {
  const config = readConfig(process.env)
  const files = keptFiles(config, { journal: () => {} })
  if (config.databaseUrl) return { databaseUrl: config.databaseUrl, files, stop: async () => {} }
  const home = config.home ?? projectHome(join(import.meta.dirname, '..', '..'))
  mkdirSync(home, { recursive: true })
  const { url, stop } = await startEmbedded({ home })
  return { databaseUrl: url, files, stop }
}

/** A folder, or by its address an empty bucket with the region and keys of the settings. */
export function emptyPlace(named: string, env: NodeJS.ProcessEnv): Files {
  if (!/^https?:/.test(named)) return localFiles(named)
  const {
    FILES_REGION: region = 'us-east-1',
    FILES_ACCESS_KEY: accessKey,
    FILES_SECRET_KEY: secretKey,
  } = env
  if (!accessKey || !secretKey)
    throw new Error('A bucket needs FILES_ACCESS_KEY and FILES_SECRET_KEY')
  return objectFiles(
    { address: named, region, accessKey, secretKey },
    { journal: () => {}, waitingRoom: tmpdir() },
  )
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

/** Runs a command of this folder: what is wrong is one sentence, not a stack. */
export function command(work: () => Promise<boolean>): void {
  work().then(
    (well) => process.exit(well ? 0 : 1),
    (cause: unknown) => {
      process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
      process.exit(1)
    },
  )
}
