import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AnswerRequestFields, answerRequest } from '#contract/claims.ts'
import { UploadReportFields, uploadReport } from '#contract/staff-claims.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Deps } from '../deps.ts'
import { readingForm } from '../http/broken-form.ts'
import { type Context, contextOf } from '../http/context.ts'
import { problems } from '../http/error-answers.ts'
import { HttpError, notFound, refuse } from '../http/refuse.ts'
import { onClaim } from './desk-acts.ts'
import { askScan } from './scan.ts'
import { forgetFiles, newPlace, type Stored, storeFile } from './upload.ts'

/** Forms with one file: the document a client was asked for, and the evaluation report. */
export function mountClaimFiles(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        fileSize: claimFileMaxBytes,
        files: 1,
        fields: 5,
        fieldSize: 500,
        fieldNameSize: 100,
        parts: 6,
      },
      throwFileSizeLimit: false,
    })
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

type Form = { texts: Record<string, string>; file: Stored | null; problem: string | null }

/**
 * Reads the form and stores its file; the file's row stands before its bytes, so that the sweep
 * finds what a dead process left.
 */
async function readForm(
  request: FastifyRequest,
  context: Context,
  ownerId: string,
  name: string,
  kind: 'slot' | 'evaluation_report',
): Promise<Form> {
  if (!request.isMultipart()) throw new HttpError(415)
  const form: Form = { texts: {}, file: null, problem: null }
  try {
    await readingForm(() => readParts(form, request, context, { ownerId, name, kind }))
    return form
  } catch (cause) {
    await forget(context, form.file)
    throw cause
  }
}

type Wanted = { ownerId: string; name: string; kind: 'slot' | 'evaluation_report' }

async function readParts(
  form: Form,
  request: FastifyRequest,
  context: Context,
  { ownerId, name, kind }: Wanted,
): Promise<void> {
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      form.texts[part.fieldname] = String(part.value)
      continue
    }
    if (part.fieldname !== name || form.file || form.problem) {
      part.file.resume()
      continue
    }
    const place = newPlace(context.clock.now())
    await context.db
      .insertInto('files')
      .values({
        id: place.id,
        owner_id: ownerId,
        kind,
        slot: kind,
        name: '',
        mime: '',
        size: 0,
        sha256: Buffer.alloc(0),
        storage_key: place.key,
        created_at: context.clock.now(),
      })
      .execute()
    try {
      const stored = await storeFile(context.systems.files, part, { ...place, slot: kind })
      if (typeof stored !== 'string') form.file = stored
      else {
        form.problem = stored
        await context.db.deleteFrom('files').where('id', '=', place.id).execute()
      }
    } catch (cause) {
      await forgetFiles(context, [place])
      throw cause
    }
  }
}

/**
 * The fields and the file when both are right; otherwise what was stored is removed and 422 or 413
 * thrown.
 */
async function checked<Fields>(
  form: Form,
  context: Context,
  name: string,
  schema: {
    safeParse(
      value: unknown,
      options: object,
    ): { success: true; data: Fields } | { success: false; error: Parameters<typeof problems>[0] }
  },
): Promise<{ fields: Fields; file: Stored }> {
  const fields = schema.safeParse(form.texts, { reportInput: true })
  if (fields.success && form.file) return { fields: fields.data, file: form.file }
  await forget(context, form.file)
  throw new HttpError(form.problem === 'file_too_large' ? 413 : 422, {
    message: cabinetAnswers.claimSend[context.locale],
    errors: [
      ...(fields.success ? [] : problems(fields.error, context.locale)),
      ...(form.file
        ? []
        : [{ path: name, message: fieldText(form.problem ?? 'file_missing', context.locale) }]),
    ],
  })
}

const forget = (context: Context, file: Stored | null) => forgetFiles(context, file ? [file] : [])

const kept = ({ name, mime, size, sha256 }: Stored) => ({ name, mime, size, sha256 })

/**
 * The client's answer: the document joins the claim; when it was the last one asked for, the law's
 * days count from today.
 */
async function answered(request: FastifyRequest, context: Context) {
  const { db, me, clock, limits, locale } = context
  const account = await myAccount(db, me())
  await limits.count('uploadsPerClient', account.id)
  const form = await readForm(request, context, account.id, 'document', 'slot')
  const { fields, file } = await checked(form, context, 'document', AnswerRequestFields)
  try {
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
      const open = await tx
        .selectFrom('claim_requests')
        .select('id')
        .where('claim_id', '=', claim.id)
        .where('answered_at', 'is', null)
        .executeTakeFirst()
      await tx
        .updateTable('claims')
        .set({ updated_at: at, ...(open ? {} : { documents_on: clock.today() }) })
        .where('id', '=', claim.id)
        .execute()
      return true
    })
    if (taken) return { success: true as const, file_id: file.id }
  } catch (cause) {
    await forget(context, file)
    throw cause
  }
  await forget(context, file)
  return refuse(locale, 14060)
}

/**
 * The newest report is the one that counts; the older ones stay for staff to see. The client hears
 * of it when it is scanned.
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
