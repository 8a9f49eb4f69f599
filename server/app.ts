import { createServer as createHttpServer } from 'node:http'
import { availableParallelism } from 'node:os'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { contract } from '#contract/index.ts'
import { paperMakers } from '#documents/makers.ts'
import { mountAddDriversPage } from './cabinet/add-drivers-page.ts'
import { mountCardBound } from './cards/notice.ts'
import { mountPhotographs } from './claims/draft-photographs.ts'
import { mountClaimFiles } from './claims/one-file.ts'
import { mountFileLinks } from './claims/open-file.ts'
import { mountSendDocs } from './claims/send-docs.ts'
import { type Clock, followedClock, systemClock } from './clock.ts'
import { connect, pool } from './db/connect.ts'
import { locks } from './db/locks.ts'
import { reading } from './db/standby.ts'
import type { Deps } from './deps.ts'
import { mountEgov } from './egov/mount.ts'
import { reportLogins } from './esbd/logins.ts'
import { mountCallBack } from './feedback/call-back.ts'
import { mountOrganisation } from './feedback/organisation.ts'
import { keepFirstPage } from './first-page.ts'
import { handlers } from './handlers.ts'
import { mountHomePages } from './home/page.ts'
import { trustedHops } from './http/address.ts'
import { answerErrors } from './http/error-answers.ts'
import { fastPath } from './http/fast-path.ts'
import { settled } from './http/going-on.ts'
import { type GracefulShutdown, gracefulShutdown } from './http/graceful-shutdown.ts'
import { refuseInvalidText } from './http/invalid-text.ts'
import { limits } from './http/limits.ts'
import { admit, loadMonitor, ownSigns } from './http/load-shedding.ts'
import { mountOpenApi } from './http/openapi.ts'
import { newRequestId } from './http/request-id.ts'
import { callAgain, mountCalls } from './http/route.ts'
import { badAddress, type Site, serveSite } from './http/site.ts'
import { standingHeaders } from './http/site-headers.ts'
import { staticHandler } from './http/static-handler.ts'
import { queue } from './jobs/queue.ts'
import { stopProcessAt } from './jobs/steps.ts'
import { startWorker } from './jobs/worker.ts'
import { importLists } from './kyc/import-lists.ts'
import { screening } from './kyc/lists.ts'
import { listsUntilFresh } from './kyc/lists-until-fresh.ts'
import { mountUploadList } from './kyc/upload-list.ts'
import { mountDownloads } from './ogpo/downloads.ts'
import { quickEstimate } from './ogpo/estimate.ts'
import { mountOrderEvents } from './ogpo/events.ts'
import { mountPolicyCheck } from './ogpo/policy-check.ts'
import { mountWalletPasses } from './ogpo/wallets.ts'
import { type OrderChanges, orderChanges } from './orders/changes.ts'
import { countStates } from './orders/orders.ts'
import { standings } from './orders/standings.ts'
import { mountPartner } from './partners/mount.ts'
import { mountRefundNotice } from './partners/refund-notice.ts'
import { mountNotices } from './payments/notices.ts'
import { signer } from './policies/signer.ts'
import { mountTemplates } from './policies/templates.ts'
import { sell } from './products/products.ts'
import { reference } from './reference/reference.ts'
import type { Config } from './settings/config.ts'
import { paperLimits } from './settings/time-limits.ts'
import { everythingSold } from './sold.ts'
import { mountDeskEvents } from './staff/live.ts'
import { connectSystems } from './systems.ts'
import { mountHealth } from './telemetry/health.ts'
import { callJournal } from './telemetry/journal.ts'
import type { Log } from './telemetry/log.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { observe } from './telemetry/observe.ts'
import { startTracing } from './telemetry/tracing.ts'
import { allWork } from './work.ts'

export type Server = { app: FastifyInstance; deps: Deps; close(): Promise<void> }

/** Assembles everything, here and once. The database must be migrated. */
export async function createServer(
  config: Config,
  databaseUrl: string,
  site: Site,
  log: Log,
): Promise<Server> {
  stopProcessAt(config.stopAt)
  sell(everythingSold)
  const traces = await startTracing(config.tracing)
  const connections = pool(databaseUrl, config.databasePool)
  const db = connect(connections)
  const reports = reading(config.reportsUrl, connections, log)
  const metrics = createMetrics()
  countStates(metrics)
  const journal = callJournal(db, log, metrics)
  const clock: Clock = config.sandbox
    ? await followedClock(`${config.sandbox.url}/control/clock/stream`)
    : systemClock()
  const jobs = await queue(databaseUrl, log, config.longestRetrySeconds)
  const changes = await orderChanges(databaseUrl)
  const deps: Deps = {
    config,
    db,
    pool: connections,
    reports: reports.db,
    locks: locks(databaseUrl),
    systems: connectSystems(config, journal.record, (system, open) =>
      metrics.breaker.set({ system }, open ? 1 : 0),
    ),
    clock,
    queue: jobs,
    // Beside the sandbox one machine plays all clients of a country.
    limits: limits(connections, config.production ? 1 : 50),
    log,
    metrics,
    reference: reference(db),
    screening: screening(db, clock),
    signer: await signer(config.signingKey),
    standings: standings(changes),
    paperMakers: paperMakers({ most: availableParallelism(), ...paperLimits }, (how) =>
      log.warn({ how }, 'a process that makes papers died'),
    ),
    background: new Set(),
  }
  const shutdown = gracefulShutdown(config)
  const app = mountAll(deps, site, changes, shutdown)
  await reportLogins(deps)
  const closing = new AbortController()
  await freshLists(deps, closing.signal)
  const worker = config.worker ? await startWorker(deps, allWork(callAgain(deps, handlers))) : null
  const close = async () => {
    closing.abort()
    await shutdown.leave(app)
    await settled(deps, config.lastAnswersMs)
    await (worker ? worker.stop() : jobs.stop())
    deps.paperMakers.close()
    await changes.close()
    clock.close()
    await journal.flush()
    deps.systems.mail.close()
    await deps.locks.close().catch(() => {})
    await reports.close()
    await endPool(connections)
    await traces.stop()
  }
  let closed: Promise<void> | null = null
  return { app, deps, close: () => (closed ??= close()) }
}

/**
 * Without fresh lists nothing is sold, but everything else is answered: a start waits for them only
 * beside the sandbox, where they come from the same machine.
 */
async function freshLists(deps: Deps, closing: AbortSignal): Promise<void> {
  if (await deps.screening.fresh()) return
  if (deps.config.sandbox) return importLists(deps)
  const over = listsUntilFresh(deps, closing)
  deps.background.add(over)
  void over.finally(() => deps.background.delete(over))
}

const endPool = (connections: Pool) => connections.end().catch(() => {})

function mountAll(
  deps: Deps,
  site: Site,
  changes: OrderChanges,
  shutdown: GracefulShutdown,
): FastifyInstance {
  const pages = {
    200: deps.metrics.answers.labels({ call: 'page', status: '200' }),
    304: deps.metrics.answers.labels({ call: 'page', status: '304' }),
  }
  const headers = standingHeaders(deps.config.production)
  const staticPages = staticHandler(site, headers, (status, seconds) =>
    pages[status].observe(seconds),
  )
  const estimates = deps.metrics.answers.labels({ call: 'ogpoEstimate', status: '200' })
  const fastCalls = fastPath(
    new Map([
      [
        contract.ogpoEstimate.path,
        { quick: quickEstimate(deps), seen: (seconds) => estimates.observe(seconds) },
      ],
    ]),
    headers,
  )
  const app = Fastify({
    logger: false,
    // Six documents of a claim come over a telephone; headers alone have less time.
    serverFactory: (handler) =>
      createHttpServer(
        { requestTimeout: 300_000, keepAliveTimeout: 72_000 },
        shutdown.lastOfConnection(staticPages(fastCalls(handler))),
      ),
    genReqId: newRequestId,
    trustProxy: trustedHops(deps.config.proxies),
    frameworkErrors: badAddress(site, headers),
    bodyLimit: 256 * 1024,
    // What is under way is answered; `leaving.ts` knows for how long.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  observe(app, deps)
  if (deps.config.loadShedding)
    admit(app, deps, loadMonitor(ownSigns(deps), deps.systems.esbd.perSession))
  answerErrors(app, deps)
  refuseInvalidText(app)
  mountHealth(app, deps, shutdown)
  mountCalls(app, deps, handlers)
  mountNotices(app, deps)
  mountCardBound(app, deps)
  mountHomePages(app, deps, site)
  mountSendDocs(app, deps)
  mountClaimFiles(app, deps)
  mountPhotographs(app, deps)
  mountFileLinks(app, deps, site)
  mountUploadList(app, deps)
  mountOrderEvents(app, deps, changes)
  mountDeskEvents(app, deps, changes)
  mountDownloads(app, deps, site)
  mountWalletPasses(app, deps, site)
  mountPolicyCheck(app, deps, site)
  mountCallBack(app, deps, site)
  mountOrganisation(app, deps, site)
  mountEgov(app, deps, site)
  mountPartner(app, deps, site)
  mountRefundNotice(app, deps)
  mountAddDriversPage(app, deps, site)
  mountOpenApi(app, deps.config.publicUrl)
  app.get('/.well-known/jwks.json', async () => deps.signer.jwks())
  mountTemplates(app)
  keepFirstPage(app, deps, site)
  serveSite(app, site)
  return app
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}
