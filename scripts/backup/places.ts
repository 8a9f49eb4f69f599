import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { projectHome, startEmbedded } from '#server/db/embedded.ts'

/** The product's database and folder as its settings give them; its own PostgreSQL is started unless the product runs it already. */
export async function ourPlace(): Promise<{ databaseUrl: string; filesDir: string; stop(): Promise<void> }> {
  const config = readConfig(process.env)
  const { databaseUrl, filesDir } = config
  if (databaseUrl) return { databaseUrl, filesDir, stop: async () => {} }
  const home = config.home ?? projectHome(join(import.meta.dirname, '..', '..'))
  mkdirSync(home, { recursive: true })
  const { url, stop } = await startEmbedded({ home })
  return { databaseUrl: url, filesDir, stop }
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
