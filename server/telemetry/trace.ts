import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import type { CallRecord } from '#systems/http.ts'

/**
 * Spans of our own doing, at four doors: an answer (`observe.ts`), a job (`jobs/workers.ts`), a
 * named step (`steps.ts`) and a call to an outside system (`journal.ts`). Nothing personal may
 * become an attribute: names, codes, times and our own ids only.
 */
let on = false
/** True while traces are sent somewhere; otherwise nothing here allocates anything. */
export const tracing = (): boolean => on
export const setTracing = (state: boolean): void => {
  on = state
}

const tracer = () => trace.getTracer('qorgan')

/**
 * Returns the current trace as a W3C `traceparent`, to store with an order or a job; null without
 * one.
 */
export function traceparent(): string | null {
  const here = on ? trace.getSpanContext(context.active()) : undefined
  return here ? `00-${here.traceId}-${here.spanId}-0${here.traceFlags & TraceFlags.SAMPLED}` : null
}

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-0([01])$/
/** Returns a stored `traceparent` as a context to continue. */
export function goingOn(kept: string | null | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(kept ?? '') ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number(flags),
    isRemote: true,
  })
}
export const linkTo = (of: Context): Link[] => {
  const there = trace.getSpanContext(of)
  return there ? [{ context: there }] : []
}
/** Links the current span to the earlier traced work it follows. */
export const pointTo = (kept: string | null): void => {
  if (on && kept) for (const link of linkTo(goingOn(kept))) trace.getActiveSpan()?.addLink(link)
}
/** The id of the trace under way, for log lines. */
export const traceId = (): string | undefined => trace.getSpanContext(context.active())?.traceId
export const traceIdOf = (span: Span): string => span.spanContext().traceId

type Quiet = { held: (() => void)[]; heard: boolean }
const QUIET = createContextKey('qorgan quiet')
const quietOf = (of: Context) => of.getValue(QUIET) as Quiet | undefined // only `quietly` writes this key

/**
 * For work that mostly finds nothing, such as querying every few seconds whether a bill is paid:
 * holds its calls back, and makes them spans only if the work does something worth a span of its
 * own.
 */
export function quietly<T>(parent: Context, work: () => Promise<T>): Promise<T> {
  return context.with(parent.setValue(QUIET, { held: [], heard: false } satisfies Quiet), work)
}

export type SpanOptions = {
  kind?: SpanKind
  attributes?: Attributes
  links?: Link[]
  parent?: Context
  startTime?: Date
}

/** Opens a span that the caller ends. */
export function opened(
  name: string,
  { parent = context.active(), ...options }: SpanOptions,
): { span: Span; inside: Context } {
  const quiet = quietOf(parent)
  if (quiet && !quiet.heard) {
    quiet.heard = true
    for (const one of quiet.held) one()
  }
  const around = quiet ? parent.deleteValue(QUIET) : parent
  const span = tracer().startSpan(name, options, around)
  return { span, inside: trace.setSpan(around, span) }
}

/**
 * Runs the work within a span. Marks the span by the kind of a thrown error, never by its words:
 * those may name a person.
 */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!on) return work()
  const { span, inside } = opened(name, options)
  try {
    return await context.with(inside, work)
  } catch (cause) {
    failed(span, cause instanceof Error ? cause.name : 'unknown')
    throw cause
  } finally {
    span.end()
  }
}

export function failed(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** A named step of work that is being traced; outside of a trace it makes none. */
export const tracedStep = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  on && trace.getSpan(context.active()) ? traced(name, {}, work) : work()

/**
 * A finished call to an outside system. Its request never carries our trace: they are not ours. The
 * journal's key stays out: it may be a plate.
 */
export function callSpan(line: CallRecord): void {
  if (!on) return
  const here = context.active()
  if (!trace.getSpan(here)) return
  const quiet = quietOf(here)
  const write = () => {
    const span = tracer().startSpan(
      `${line.system} ${line.operation}`,
      {
        kind: SpanKind.CLIENT,
        startTime: line.startedAt,
        attributes: {
          'peer.service': line.system,
          'qorgan.operation': line.operation,
          'qorgan.outcome': line.outcome,
          'qorgan.attempts': line.attempts,
          ...(line.status ? { 'http.response.status_code': line.status } : {}),
        },
      },
      here,
    )
    if (line.outcome === 'unavailable') failed(span, line.outcome)
    span.end(line.startedAt.getTime() + line.durationMs)
  }
  if (quiet && !quiet.heard) quiet.held.push(write)
  else write()
}
