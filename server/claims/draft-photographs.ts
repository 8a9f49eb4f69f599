import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addPhotograph, PhotographFields } from '#contract/claim-draft.ts'
import { isPaper, onlyOne, photographsInAll, type Shows } from '#domain/claim-way/photographs.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import type { Point } from '#domain/geo.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { fieldText } from '#texts/fields.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { askScan } from '../files/ask-scan.ts'
import { oneFile } from '../files/file-form.ts'
import { forgetFiles, newPlace, type Stored, sheetFault } from '../files/upload.ts'
import { type Context, contextOf } from '../http/context.ts'
import { problems } from '../http/error-answers.ts'
import { HttpError, notFound } from '../http/refuse.ts'
import { fieldsOf, handle, readingForm } from '../http/route.ts'
import { step } from '../jobs/steps.ts'
import { openDraft, photographShown, photographsOf } from './draft.ts'
import { type Kept, storePhotograph } from './photographs.ts'

/** A photograph joins a claim that is being written, if there is room. */

const wrong = ({ locale }: Context, key: string) =>
  new HttpError(key === 'file_too_large' ? 413 : 422, {
    message: fieldText(key, locale),
    errors: [{ path: 'photograph', message: fieldText(key, locale) }],
  })

type Fields = { draft_id: string; id: string; shows: Shows; taken_at?: Point | undefined }

/** The photograph is the draft's, under the draft's lock: neither twice nor too many of them. */
const joins = (context: Context, fields: Fields, stored: Kept) =>
  context.db.transaction().execute(async (tx) => {
    const open = await tx
      .selectFrom('claim_drafts')
      .select('id')
      .where('id', '=', fields.draft_id)
      .where('claim_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!open) throw notFound()
    const fault = await overfull(tx, fields, stored)
    if (fault) throw wrong(context, fault)
    // A photograph the page has resized lost its metadata, so the page sends its contents.
    const place = isPaper(fields.shows) ? null : (stored.takenAt ?? fields.taken_at)
    const joined = await tx
      .updateTable('files')
      .set({
        ...(place ? { taken_latitude: place.latitude, taken_longitude: place.longitude } : {}),
        name: stored.name,
        mime: stored.mime,
        size: stored.size,
        sha256: stored.sha256,
        storage_key: stored.key,
        created_at: context.clock.now(),
      })
      .where('id', '=', stored.id)
      .where('draft_id', '=', open.id)
      .where('size', '=', 0)
      .returning('id')
      .executeTakeFirst()
    if (joined) await askScan(tx, context, stored.id)
    await tx
      .updateTable('claim_drafts')
      .set({ updated_at: context.clock.now() })
      .where('id', '=', open.id)
      .execute()
    return tx.selectFrom('files').selectAll().where('id', '=', stored.id).executeTakeFirstOrThrow()
  })

/**
 * Returns why another photograph may not be added; if only one is allowed, deletes the earlier.
 * Scenes become one file of the specification's slot, so their sum is limited to its size, with
 * room for pages.
 */
async function overfull(tx: Tx, { draft_id, shows }: Fields, stored: Stored) {
  const others = (await photographsOf(tx, draft_id)).filter(({ id }) => id !== stored.id)
  if (others.some(({ sha256, scan }) => scan !== 'infected' && stored.sha256.equals(sha256)))
    return 'photo_twice'
  if (onlyOne.includes(shows)) {
    const before = others.filter(({ slot }) => slot === shows).map(({ id }) => id)
    if (before.length > 0)
      await tx.updateTable('files').set({ draft_id: null }).where('id', 'in', before).execute()
    return null
  }
  if (others.length >= photographsInAll) return 'photos_too_many'
  const together = others
    .filter(({ slot }) => (isPaper(shows) ? slot === shows : !isSlotOfPaper(slot)))
    .reduce((sum, { size }) => sum + size, stored.size)
  return together > claimFileMaxBytes - PAGES_BYTES ? 'photos_too_large' : null
}

/** Maximum size of the pages around the photographs. */
const PAGES_BYTES = 200 * 1_024
const isSlotOfPaper = (slot: string): boolean => isPaper(slot as Shows)

/** Receives one photograph of a draft claim, as multipart: the fields precede the file. */
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
      // The browser reads the answer only after all of its file was read.
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
    // Keeps a photograph that the same request, sent twice, has reported as received meanwhile, and
    // one whose commit succeeded although its reply was lost.
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

/** Deletes one; idempotent. */
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
      // A notice both drivers have signed stays with the claim.
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
