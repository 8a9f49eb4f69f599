import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listFileFields, listFileMaxBytes, uploadList } from '#contract/kyc-lists.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { BadList, readList } from '#systems/aml/client.ts'
import { fieldText } from '#texts/fields.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { contextOf } from '../http/context.ts'
import { problems } from '../http/error-answers.ts'
import { HttpError, invalid, notFound, ok, refuse } from '../http/refuse.ts'
import { fieldsOf, readingForm } from '../http/route.ts'
import { formatOf, type List, refuseVersion, takeVersion } from './import-lists.ts'

/**
 * A list brought by hand when its publisher can't be reached: the same file, the same checks, the
 * same version in the end.
 */
export function mountUploadList(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        fileSize: listFileMaxBytes,
        files: listFileFields.length,
        fields: 5,
        fieldSize: 200,
        fieldNameSize: 50,
        parts: 8,
      },
      throwFileSizeLimit: false,
    })
    scope.post(
      uploadList.path,
      { config: { call: 'kycUploadList' }, bodyLimit: listFileFields.length * listFileMaxBytes },
      async (request, reply) => reply.send(uploadList.reply.parse(await receive(request, deps))),
    )
  })
}

async function receive(request: FastifyRequest, deps: Deps) {
  const context = await contextOf(request, deps, 'kycUploadList', uploadList)
  const { db, clock, locale, me, limits } = context
  if (!request.isMultipart()) throw new HttpError(415)
  await limits.count('uploadsPerClient', me().accountId ?? '')
  const { texts, files } = await readingForm(() => readForm(request, locale))
  const fields = fieldsOf(uploadList.body, texts)
  if (!fields.success) throw invalid(problems(fields.error, locale))
  const list = await db
    .selectFrom('aml_lists')
    .selectAll()
    .where('code', '=', fields.data.list)
    .executeTakeFirst()
  if (!list) throw notFound()
  const [file, included, excluded] = listFileFields.map((name) => files.get(name))
  if (!file) throw invalid([{ path: 'file', message: fieldText('file_missing', locale) }])
  const parts: [Buffer, ...Buffer[]] = [file]
  if (list.format === 'afm' && (included || excluded)) {
    // Their places count: an exclusion must not be read as an addition.
    if (!included || !excluded)
      throw invalid([
        { path: included ? 'excluded' : 'included', message: fieldText('file_missing', locale) },
      ])
    parts.push(included, excluded)
  }
  const actor = actorOf(me())
  const taken = await take(deps, list, parts, actor)
  await audit(db, clock.now(), {
    actor,
    action: taken.outcome === 'refused' ? 'aml_list.refused' : 'aml_list.uploaded',
    object: { kind: 'aml_list', id: list.code },
    details: {
      outcome: taken.outcome,
      entries: 'entries' in taken ? taken.entries : null,
      leaving: 'leaving' in taken ? taken.leaving : null,
    },
  })
  if (taken.outcome === 'refused')
    return refuse(locale, refusals.listRefused, { reason: taken.reason }, taken.reason)
  return ok({ outcome: taken.outcome, entries: taken.entries, leaving: taken.leaving })
}

async function take(deps: Deps, list: List, files: [Buffer, ...Buffer[]], actor: string) {
  const by = { origin: 'uploaded' as const, actor }
  try {
    const read = readList({ code: list.code, format: formatOf(list) }, files)
    const taken = await takeVersion(deps, list, read, by)
    return taken.outcome === 'refused' ? taken : { ...taken, entries: read.entries.length }
  } catch (cause) {
    if (!(cause instanceof BadList)) throw cause
    await refuseVersion(deps, list.code, cause.message, by)
    return { outcome: 'refused' as const, reason: cause.reason }
  }
}

async function readForm(request: FastifyRequest, locale: Locale) {
  const texts: Record<string, string> = {}
  const files = new Map<string, Buffer>()
  const errors: { path: string; message: string }[] = []
  let tooLarge = false
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      texts[part.fieldname] = String(part.value)
      continue
    }
    const name = listFileFields.find((field) => field === part.fieldname)
    if (!name || files.has(name)) {
      part.file.resume()
      errors.push({ path: part.fieldname, message: fieldText('unknown_field', locale) })
      continue
    }
    const bytes = await part.toBuffer()
    if (part.file.truncated) {
      tooLarge = true
      errors.push({ path: name, message: fieldText('list_too_large', locale) })
    } else files.set(name, bytes)
  }
  if (errors.length > 0) throw new HttpError(tooLarge ? 413 : 422, { errors })
  return { texts, files }
}
