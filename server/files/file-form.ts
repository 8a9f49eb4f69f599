import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { claimFileMaxBytes } from '#domain/constants.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { fieldText } from '#texts/fields.ts'
import type { Context } from '../http/context.ts'
import { problems } from '../http/error-answers.ts'
import { HttpError } from '../http/refuse.ts'
import { fieldsOf, readingForm } from '../http/route.ts'
import { forgetFiles, newPlace, type Stored, storeFile } from './upload.ts'

/** A form with one file: read, checked, deleted if it is refused. */

/** Limits of such a form. */
export const oneFile = {
  limits: {
    fileSize: claimFileMaxBytes,
    files: 1,
    fields: 5,
    fieldSize: 500,
    fieldNameSize: 100,
    parts: 6,
  },
  throwFileSizeLimit: false,
}

type Form = { texts: Record<string, string>; file: Stored | null; problem: string | null }

/** Reads the form and stores its file. */
export async function readForm(
  request: FastifyRequest,
  context: Context,
  ownerId: string,
  name: string,
  kind: FileKind,
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

export type FileKind = 'slot' | 'evaluation_report' | 'kyc_document' | 'ending_document'
type Wanted = { ownerId: string; name: string; kind: FileKind }

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
    const stored = await keepFile(context, { ownerId, kind, slot: kind }, part)
    if (typeof stored === 'string') form.problem = stored
    else form.file = stored
  }
}

/**
 * Stores a part of a form, or returns its fault. Writes the file's row before its bytes: if this
 * process dies, the sweep finds both and removes them.
 */
export async function keepFile(
  context: Context,
  { ownerId, kind, slot }: { ownerId: string; kind: FileKind; slot: string },
  part: MultipartFile,
) {
  const place = newPlace(context.clock.now())
  await context.db
    .insertInto('files')
    .values({
      id: place.id,
      owner_id: ownerId,
      kind,
      slot,
      name: '',
      mime: '',
      size: 0,
      sha256: Buffer.alloc(0),
      storage_key: place.key,
      created_at: context.clock.now(),
    })
    .execute()
  try {
    const file = await storeFile(context, part, { ...place, slot })
    if (typeof file === 'string')
      await context.db.deleteFrom('files').where('id', '=', place.id).execute()
    return file
  } catch (cause) {
    await forgetFiles(context, [place])
    throw cause
  }
}

/**
 * Returns the fields and the file if both are valid; otherwise removes the stored file and throws
 * 422 or 413.
 */
export async function checked<Fields extends z.ZodType>(
  form: Form,
  context: Context,
  name: string,
  schema: Fields,
): Promise<{ fields: z.output<Fields>; file: Stored }> {
  const fields = fieldsOf(schema, form.texts)
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

/** Deletes a file that was attached to nothing. */
export const forget = (context: Context, file: Stored | null) =>
  forgetFiles(context, file ? [file] : [])
