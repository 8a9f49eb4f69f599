import { context, ROOT_CONTEXT, SpanKind } from '@opentelemetry/api'
import type { Deps } from '../deps.ts'
import { idsOf, placeOfJob } from '../telemetry/order-trace.ts'
import { quietly, traced, tracing } from '../telemetry/trace.ts'
import { paymentCheckJob, sweepJob } from './definitions.ts'

/**
 * Asked again every few seconds for up to a day: only the one that hears something is worth
 * keeping.
 */
const QUIET = new Set([paymentCheckJob.name])

/**
 * A job within its trace: the one it was asked for in, or that of the purchase it is about. What a
 * sweep finds belongs to that, not to the sweep.
 */
export async function asJob(
  deps: Deps,
  name: string,
  data: unknown,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!tracing()) return run()
  if (name === sweepJob.name) return context.with(ROOT_CONTEXT, run)
  const about = typeof data === 'object' && data !== null ? { ...data } : {}
  const place = await placeOfJob(deps, about)
  if (QUIET.has(name)) return quietly(place.parent, run)
  return traced(
    `job ${name}`,
    { ...place, kind: SpanKind.CONSUMER, attributes: { 'qorgan.job': name, ...idsOf(about) } },
    run,
  )
}
