import { createServer as createHttpServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { mountAddDriversPage } from '../cabinet/add-drivers-page.ts'
import { mountCardBound } from '../cards/notice.ts'
import { mountPhotographs } from '../claims/draft-photographs.ts'
import { mountClaimFiles, mountFileLinks } from '../claims/files.ts'
import { mountSendDocs } from '../claims/keep-claim.ts'
import type { Deps } from '../deps.ts'
import { mountEgov } from '../egov/mount.ts'
import { mountCallBack } from '../feedback/call-back.ts'
import { mountContact } from '../feedback/contact.ts'
import { mountOrganisation } from '../feedback/organisation.ts'
import { keepFirstPage } from '../first-page.ts'
import { handlers } from '../handlers.ts'
import { mountHomePages } from '../home/page.ts'
import { readForwarded, trustedHops } from '../http/address.ts'
import { newRequestId } from '../http/context.ts'
import { answerErrors } from '../http/error-answers.ts'
import type { GracefulShutdown } from '../http/graceful-shutdown.ts'
import { admit, loadMonitor, ownSigns } from '../http/load-shedding.ts'
import { mountOpenApi } from '../http/openapi.ts'
import { mountCalls, refuseInvalidText } from '../http/route.ts'
import { badAddress, type Site, serveSite, staticHandler } from '../http/site.ts'
import { standingHeaders } from '../http/site-headers.ts'
import { mountKycDocuments } from '../kyc/documents.ts'
import { mountUploadList } from '../kyc/upload-list.ts'
import { mountDownloads, mountWalletPasses } from '../ogpo/documents.ts'
import { mountOrderEvents } from '../ogpo/events.ts'
import { mountPolicyCheck } from '../ogpo/policy-check.ts'
import type { OrderChanges } from '../orders/changes.ts'
import { mountShortAddresses } from '../orders/sold-by.ts'
import { mountPartner } from '../partners/mount.ts'
import { mountRefundNotice } from '../partners/refund-notice.ts'
import { mountNotices } from '../payments/ways/ways.ts'
import { mountShortCheck } from '../policies/policies.ts'
import { mountTemplates } from '../policies/templates.ts'
import { mountRemindersElsewhere } from '../renewal/elsewhere.ts'
import { mountDeskEvents } from '../staff/live.ts'
import { mountEndingDocuments } from '../staff/terminate.ts'
import { mountHealth } from '../telemetry/health.ts'
import { observe } from '../telemetry/observe.ts'

const connections = {
  /** Six documents of a claim over a phone's connection; headers alone have less time. */
  requestTimeout: 300_000,
  /**
   * The side that would send on an idle connection must be the first to end it. Caddy does after
   * two minutes (`IdleConnTimeout` of its reverse proxy), nginx after one.
   */
  keepAliveTimeout: 150_000,
}

/** Everything that answers, on one server. */
export function mountAll(
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
  const app = Fastify({
    logger: false,
    serverFactory: (handler) =>
      createHttpServer(connections, shutdown.lastOfConnection(staticPages(handler))),
    genReqId: newRequestId,
    trustProxy: trustedHops(deps.config.proxies),
    frameworkErrors: badAddress(site, headers),
    bodyLimit: 256 * 1024,
    // Running requests are answered; `graceful-shutdown.ts` sets for how long.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  if (deps.config.proxies > 0)
    app.addHook('onRequest', async ({ raw }) => readForwarded(raw.headers))
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
  mountKycDocuments(app, deps)
  mountEndingDocuments(app, deps)
  mountOrderEvents(app, deps, changes)
  mountDeskEvents(app, deps, changes)
  mountShortAddresses(app, deps, site)
  mountShortCheck(app, deps, site)
  mountDownloads(app, deps, site)
  mountWalletPasses(app, deps, site)
  mountPolicyCheck(app, deps, site)
  mountCallBack(app, deps, site)
  mountContact(app, deps, site)
  mountOrganisation(app, deps, site)
  mountRemindersElsewhere(app, deps, site)
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
