import type { Deps } from '../deps.ts'
import type { Recovery } from './recovery.ts'
import { Interrupted } from './steps.ts'

/**
 * Job, every few seconds in one process: finds what should be going on and is not, whatever got
 * lost, and what has become due by the product's clock. It walks the rules of the slices in their
 * order (`server/work.ts`). A rule that throws is logged and stops no other; at the
 * end the job fails as the first of them, so that it is counted.
 */
export async function sweep(deps: Deps, recoveries: readonly Recovery[]): Promise<void> {
  const now = deps.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const times = { now, ago, forgotten: ago(deps.config.forgottenSeconds * 1_000) }
  const failures: unknown[] = []
  for (const { name, recover } of recoveries)
    try {
      await recover(deps, times)
    } catch (cause) {
      // As a process that died: nothing goes on.
      if (cause instanceof Interrupted) throw cause
      deps.log.error({ err: cause, rule: name }, 'a rule of the sweep failed')
      failures.push(cause)
    }
  if (failures.length > 0) throw failures[0]
}
