import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { context, trace } from '@opentelemetry/api'
import { shutdownLimits, traceLimits } from '../settings/time-limits.ts'
import { setTracing } from './trace.ts'

/** Destination of traces: a collector that speaks OTLP over HTTP, with its required headers. */
export type TracingConfig = {
  endpoint: string
  headers: Record<string, string>
  service: string
  share: number
  everyMs: number
}

/**
 * Sends traces to the configured collector; without one the sender is not even loaded. A trace is
 * sampled or dropped as a whole, decided where it begins.
 */
export async function startTracing(
  config: TracingConfig | null,
): Promise<{ stop(): Promise<void> }> {
  if (!config) return { stop: async () => {} }
  const [
    { AsyncLocalStorageContextManager },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    sdk,
  ] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: config.headers,
    timeoutMillis: traceLimits.sendMs,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.service,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(config.share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: config.everyMs,
        maxQueueSize: 8_192,
      }),
    ],
    spanLimits: { attributeValueLengthLimit: 200 },
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  setTracing(true)
  return {
    stop: async () => {
      setTracing(false)
      // A collector that is down delays no shutdown.
      const patience = setTimeout(shutdownLimits.tracesMs, undefined, { ref: false })
      await Promise.race([provider.shutdown().catch(() => {}), patience])
      trace.disable()
      context.disable()
    },
  }
}
