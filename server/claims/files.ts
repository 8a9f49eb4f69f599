import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AnswerRequestFields, answerRequest } from '#contract/claims.ts'
import { UploadReportFields, uploadReport } from '#contract/staff-claim-acts.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import * as refusals from '#domain/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Deps } from '../deps.ts'
import { askScan } from '../files/ask-scan.ts'
import { checked, forget, oneFile, readForm } from '../files/file-form.ts'
import { fileName, type Stored } from '../files/upload.ts'
import { type Context, contextOf } from '../http/context.ts'
import { tokenHash } from '../http/identity.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { notFoundPage, type Site } from '../http/site.ts'
import { framedFileHeaders } from '../http/site-headers.ts'
import { onClaim } from './desk/acts.ts'
import { refuseOtherClaim } from './draft.ts'
import { papersCame } from './papers-came.ts'

/** Mounts forms with one file: the document requested from a client, and the evaluation report. */
export function mountClaimFiles(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    await scope.register(multipart, oneFile)
    const bodyLimit = 2 * claimFileMaxBytes
    scope.post(
      answerRequest.path,
      { config: { call: 'claimAnswerRequest' }, bodyLimit },
      async (request, reply) =>
        reply.send(
          answerRequest.reply.parse(
            await answered(
              request,
              await contextOf(request, deps, 'claimAnswerRequest', answerRequest),
            ),
          ),
        ),
    )
    scope.post(
      uploadReport.path,
      { config: { call: 'staffClaimUploadReport' }, bodyLimit },
      async (request, reply) =>
        reply.send(
          uploadReport.reply.parse(
            await reported(
              request,
              await contextOf(request, deps, 'staffClaimUploadReport', uploadReport),
            ),
          ),
        ),
    )
  })
}

const kept = ({ name, mime, size, sha256 }: Stored) => ({ name, mime, size, sha256 })

/**
 * Receives the client's document and adds it to the claim; if it was the last one requested, the
 * law's days count from today.
 */
async function answered(request: FastifyRequest, context: Context) {
  const { db, me, clock, limits, locale } = context
  const account = await myAccount(db, me())
  await limits.count('uploadsPerClient', account.id)
  const form = await readForm(request, context, account.id, 'document', 'slot')
  const { fields, file } = await checked(form, context, 'document', AnswerRequestFields)
  try {
    await refuseOtherClaim(db, me(), fields.claim_id)
    const taken = await db.transaction().execute(async (tx) => {
      const claim = await tx
        .selectFrom('claims')
        .select('id')
        .where('id', '=', fields.claim_id)
        .where('account_id', '=', account.id)
        .forUpdate()
        .executeTakeFirst()
      if (!claim) throw notFound()
      const at = clock.now()
      const ask = await tx
        .updateTable('claim_requests')
        .set({ answered_at: at })
        .where('id', '=', fields.request_id)
        .where('claim_id', '=', claim.id)
        .where('answered_at', 'is', null)
        .returning(['id', 'slot'])
        .executeTakeFirst()
      if (!ask) return false
      await tx
        .updateTable('files')
        .set({ claim_id: claim.id, slot: ask.slot, ...kept(file) })
        .where('id', '=', file.id)
        .execute()
      await askScan(tx, context, file.id)
      await tx
        .updateTable('claim_requests')
        .set({ file_id: file.id })
        .where('id', '=', ask.id)
        .execute()
      await tx
        .insertInto('claim_events')
        .values({ claim_id: claim.id, at, actor: 'client', what: 'document', note: ask.slot })
        .execute()
      await papersCame(tx, context, claim.id)
      return true
    })
    if (taken) return { success: true as const, file_id: file.id }
  } catch (cause) {
    await forget(context, file)
    throw cause
  }
  await forget(context, file)
  return refuse(locale, refusals.claimChanged)
}

/**
 * Receives a report. The newest one counts; staff can see the older ones. The client gets a message
 * after its scan.
 */
async function reported(request: FastifyRequest, context: Context) {
  const account = await myAccount(context.db, context.me())
  const form = await readForm(request, context, account.id, 'report', 'evaluation_report')
  const { fields, file } = await checked(form, context, 'report', UploadReportFields)
  try {
    const visible = fields.visible === 'true'
    const done = await onClaim(context, fields.claim_id, async (tx) => {
      await tx
        .updateTable('files')
        .set({ claim_id: fields.claim_id, ...kept(file) })
        .where('id', '=', file.id)
        .execute()
      await askScan(tx, context, file.id)
      await tx
        .updateTable('claims')
        .set({ visible_to_client: visible })
        .where('id', '=', fields.claim_id)
        .execute()
      return { what: visible ? 'report_shown' : 'report', note: file.name }
    })
    if (done.success) return { success: true as const, file_id: file.id }
    await forget(context, file)
    return done
  } catch (cause) {
    await forget(context, file)
    throw cause
  }
}

/**
 * Serves a file a browser opens without headers: the link works once, within its minute
 * (settled.md, "Identity").
 */
export function mountFileLinks(app: FastifyInstance, deps: Deps, site: Site): void {
  app.get<{ Params: { key: string } }>(
    '/files/:key',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const now = deps.clock.now()
      const link = await deps.db
        .updateTable('file_links')
        .set({ used_at: now })
        .where('hash', '=', tokenHash(request.params.key))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('file_id')
        .executeTakeFirst()
      const file = link
        ? await deps.db
            .selectFrom('files')
            .select(['name', 'mime', 'size', 'storage_key'])
            .where('id', '=', link.file_id)
            .where('scan', '=', 'clean')
            .executeTakeFirst()
        : undefined
      if (!file) return notFoundPage(site, request.url, reply)
      // Serves a file by a name that fits its type, whatever name it was stored under.
      const name = fileName(file.name, file.mime)
      const bytes = await deps.systems.files.read(file.storage_key)
      return reply
        .type(file.mime)
        .header('content-length', String(file.size))
        .header(
          'content-disposition',
          `inline; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex')
        .headers(framedFileHeaders)
        .send(bytes)
    },
  )
}
