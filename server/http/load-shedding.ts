import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { CallName } from '#contract/index.ts'
import {
  comeAgainIn,
  type Importance,
  loadOf,
  pressureAfter,
  refusedShare,
  type Signs,
  sessionsLoad,
} from '#domain/load-shedding.ts'
import { answers } from '#texts/refusals.ts'
import type { Deps } from '../deps.ts'
import { soldCalls } from '../products/products.ts'
import { localeOf } from './context.ts'

const LOOK_EVERY_MS = 100
const RESOLUTION_MS = 10

/** Money, what it buys, and those who must know. */
const firstCalls: readonly CallName[] = [
  'promoterOrder',
  'promoterReorder',
  'promoterHandOffOrder',
  'cabinetTerminate',
  'cabinetCancelPolicy',
  'promoterTerminate',
  'promoterCancelPolicy',
  'staffStatus',
]
/** Polled by their callers, or reported by other means. */
const repeatedCalls: readonly CallName[] = [
  'checkOrderPaid',
  'promoterCheckOrderSet',
  'consentStatus',
  'cabinetEndingStatus',
  'promoterHandOffStatus',
  'promoterClientFormStatus',
  'promoterIsBlocked',
  'clock',
]
/** Each call's place, with those of the products. */
function importances(): ReadonlyMap<string, Importance> {
  const first = [...firstCalls, ...soldCalls().flatMap((calls) => calls.first)]
  const repeated = [...repeatedCalls, ...soldCalls().flatMap((calls) => calls.repeated)]
  return new Map([
    ...first.map((name) => [name, 'first'] as const),
    ...repeated.map((name) => [name, 'repeated'] as const),
  ])
}

/** Load of this process and its sessions of the unified database, measured every 100 ms. */
type LoadMonitor = {
  pressure(): number
  /** For calls that make a price: they wait for sessions, too. */
  ofPrices(): number
}

export function loadMonitor(signs: () => Signs, perSession: () => number = () => 0): LoadMonitor {
  let pressure = 0
  let ofSessions = 0
  let looked = performance.now()
  setInterval(() => {
    const now = performance.now()
    const seconds = (now - looked) / 1_000
    pressure = pressureAfter(pressure, loadOf(signs()), seconds)
    ofSessions = pressureAfter(ofSessions, sessionsLoad(perSession()), seconds)
    looked = now
  }, LOOK_EVERY_MS).unref()
  return { pressure: () => pressure, ofPrices: () => Math.max(pressure, ofSessions) }
}

/** The process's own lateness and its queue before the database. */
export function ownSigns({ pool }: Pick<Deps, 'pool'>): () => Signs {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return () => {
    const lateMs = delay.count > 0 ? Math.max(0, delay.mean / 1e6 - RESOLUTION_MS) : 0
    delay.reset()
    return { lateMs, waiting: pool.waitingCount }
  }
}

/**
 * Refuses calls before reading their body, by the rule: 503 with `Retry-After`, in the person's
 * language.
 */
export function admit(
  app: FastifyInstance,
  { metrics }: Pick<Deps, 'metrics'>,
  { pressure, ofPrices }: LoadMonitor,
): void {
  const known = importances()
  const priced = new Set<string>(soldCalls().flatMap((calls) => calls.priced))
  // Notices of the bank's side, health and figures have no call; pages and documents are read from
  // memory or by one key, as cheap as a refusal.
  const importanceOf = (call: string | undefined): Importance | null =>
    call === undefined ? null : (known.get(call) ?? 'ordinary')
  const owed: Record<Importance, number> = { first: 0, ordinary: 0, repeated: 0 }
  app.addHook('onRequest', (request, reply, done) => {
    const { call } = request.routeOptions.config
    const now = call !== undefined && priced.has(call) ? ofPrices() : pressure()
    const importance = now > 0 ? importanceOf(call) : null
    if (importance === null) return done()
    // So many of a hundred, evenly: no luck decides.
    owed[importance] += refusedShare(importance, now)
    if (owed[importance] < 1) return done()
    owed[importance] -= 1
    metrics.shed.inc({ importance })
    reply
      .code(503)
      .header('retry-after', String(comeAgainIn(now)))
      .send({ success: false, message: answers.busy[localeOf(request)] })
  })
}
