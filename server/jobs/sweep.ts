import type { Deps } from '../deps.ts'
import type { Recovery } from './recovery.ts'

/**
 * Job, every few seconds in one process: finds what should be going on and is not, whatever got
 * lost, and what has become due by the product's clock. It walks the rules of the slices in their
 * order (`server/work.ts`).
 */
export async function sweep(deps: Deps, recoveries: readonly Recovery[]): Promise<void> {
  const now = deps.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const times = { now, ago, forgotten: ago(deps.config.forgottenSeconds * 1_000) }
  for (const { recover } of recoveries) await recover(deps, times)
}
