import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addPhotograph, PhotographFields } from '#contract/claim-draft.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import type { Deps } from '../deps.ts'
import { oneFile } from '../files/file-form.ts'
import { forgetFiles, newPlace } from '../files/upload.ts'
import { readingForm } from '../http/broken-form.ts'
import { type Context, contextOf } from '../http/context.ts'
import { problems } from '../http/error-answers.ts'
import { fieldsOf } from '../http/invalid-text.ts'
import { HttpError, notFound } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { step } from '../jobs/steps.ts'
import { openDraft, photographShown } from './draft-row.ts'
import { sheetFault } from './join-papers.ts'
import { type Fields, joins, wrong } from './join-photograph.ts'
import { storePhotograph } from './store-photograph.ts'

/** One photograph of a claim that is begun, as multipart: the fields stand before the file. */
export function mountPhotographs(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    await scope.register(multipart, oneFile)
    scope.post(
      addPhotograph.path,
      { config: { call: 'claimAddPhotograph' }, bodyLimit: 2 * claimFileMaxBytes },
      async (request, reply) => {
        const context = await contextOf(request, deps, 'claimAddPhotograph', addPhotograph)
        if (!request.isMultipart()) throw new HttpError(415)
        return reply.send(
          addPhotograph.reply.parse(await readingForm(() => received(request, context))),
        )
      },
    )
  })
}

async function received(request: FastifyRequest, context: Context) {
  const { db, me, limits, locale } = context
  const account = await myAccount(db, me())
  await limits.count('photographsPerClient', account.id)
  const texts: Record<string, string> = {}
  let kept: Awaited<ReturnType<typeof taken>> | null = null
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      texts[part.fieldname] = String(part.value)
      continue
    }
    if (kept || part.fieldname !== 'photograph') {
      part.file.resume()
      continue
    }
    const fields = fieldsOf(PhotographFields, texts)
    if (!fields.success) {
      part.file.resume()
      throw new HttpError(422, {
        message: cabinetAnswers.claimSend[locale],
        errors: problems(fields.error, locale),
      })
    }
    try {
      kept = await taken(context, account, fields.data, part)
    } catch (cause) {
      // The browser hears the answer only when all of its file was read.
      part.file.resume()
      throw cause
    }
  }
  if (!kept) throw wrong(context, 'file_missing')
  return { success: true as const, photograph: kept }
}

async function taken(context: Context, account: Account, fields: Fields, part: MultipartFile) {
  const { db, clock, systems } = context
  await openDraft(context, fields.draft_id)
  const known = await db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', fields.id)
    .executeTakeFirst()
  if (known && known.draft_id !== fields.draft_id) throw notFound()
  if (known && known.size > 0) {
    part.file.resume()
    return photographShown(known)
  }
  const { key } = newPlace(clock.now())
  // The row is there before the bytes; one whose process died gives its place to this one.
  await db
    .insertInto('files')
    .values({
      id: fields.id,
      owner_id: account.id,
      draft_id: fields.draft_id,
      kind: 'photo',
      slot: fields.shows,
      name: '',
      mime: '',
      size: 0,
      sha256: Buffer.alloc(0),
      storage_key: key,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  try {
    const stored = await storePhotograph(systems.files, part, { ...fields, key })
    if (typeof stored === 'string') throw wrong(context, stored)
    const fault = await sheetFault(context, { ...stored, storage_key: stored.key })
    if (fault) throw wrong(context, fault)
    const row = await step('cabinet.claim.photograph', () => joins(context, fields, stored))
    // Bytes that a dead process left, or those of the same photograph sent twice at once.
    for (const other of [key, known?.storage_key])
      if (other && other !== row.storage_key) await systems.files.remove(other)
    return photographShown(row)
  } catch (cause) {
    // A photograph that was told as received meanwhile, by the same request sent twice, stays; and
    // one whose commit came through without a word of it.
    await db.deleteFrom('files').where('id', '=', fields.id).where('size', '=', 0).execute()
    const joined = await db
      .selectFrom('files')
      .select('id')
      .where('id', '=', fields.id)
      .where('storage_key', '=', key)
      .executeTakeFirst()
    if (!joined) await forgetFiles(context, [{ id: randomUUID(), key }])
    throw cause
  }
}

/** Takes one away; one that is gone is taken away. */
export const dropPhotograph = handle('claimDraftDropPhotograph', async (body, context) => {
  const { db, me } = context
  await myAccount(db, me())
  await openDraft(context, body.draft_id)
  const loose = await db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('files')
      .set({ draft_id: null })
      .where('id', '=', body.id)
      .where('draft_id', '=', body.draft_id)
      .where('claim_id', 'is', null)
      .where('kind', '=', 'photo')
      // What both drivers have signed stays with the claim.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('accident_notices')
              .select('accident_notices.id')
              .whereRef('accident_notices.file_id', '=', 'files.id'),
          ),
        ),
      )
      .returning(['id', 'storage_key as key'])
      .execute()
    for (const { id } of rows) await tx.deleteFrom('file_links').where('file_id', '=', id).execute()
    return rows
  })
  await forgetFiles(context, loose)
  return { success: true as const }
})
