import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { claimSlots, type SendDocsFields, sendDocs } from '#contract/claims.ts'
import type { Locale } from '#domain/locale.ts'
import { claimsUnder } from '#domain/products.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { fieldText } from '#texts/fields.ts'
import type { Account } from '../accounts/accounts.ts'
import { forgetFiles, newPlace, type Stored, storeFile } from '../files/upload.ts'
import type { Context } from '../http/context.ts'
import { problems } from '../http/error-answers.ts'
import { fieldsOf } from '../http/invalid-text.ts'
import { HttpError } from '../http/refuse.ts'

const SLOT = /^documents\[(\w+)\]$/
export type Fields = z.output<typeof SendDocsFields>
type Wrong = { path: string; message: string }

export const wrong = (locale: Locale, errors: Wrong[], status = 422) =>
  new HttpError(status, { message: cabinetAnswers.claimSend[locale], errors })

/**
 * Reads the whole form: every mistake is named at once, so that the client mends all of them before
 * the next upload.
 */
export async function readForm(
  request: FastifyRequest,
  context: Context,
  account: Account,
  stored: Map<string, Stored>,
): Promise<Fields> {
  const { locale } = context
  const texts: Record<string, string> = {}
  const errors: Wrong[] = []
  let tooLarge = false
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      texts[part.fieldname] = String(part.value)
      continue
    }
    const slot = claimSlots.find((each) => each === SLOT.exec(part.fieldname)?.[1])
    if (!slot || stored.has(slot)) {
      part.file.resume()
      errors.push({ path: part.fieldname, message: fieldText('unknown_field', locale) })
      continue
    }
    const file = await keepFile(context, account, slot, part)
    if (typeof file === 'string') {
      tooLarge ||= file === 'file_too_large'
      errors.push({ path: part.fieldname, message: fieldText(file, locale) })
    } else stored.set(slot, file)
  }
  for (const slot of claimSlots) {
    const path = `documents[${slot}]`
    if (!stored.has(slot) && !errors.some((error) => error.path === path))
      errors.push({ path, message: fieldText('file_missing', locale) })
  }
  const fields = fieldsOf(sendDocs.body, texts)
  if (!fields.success) errors.unshift(...problems(fields.error, locale))
  const asked = fields.success && claimsUnder[fields.data.policy_type].asksAddress
  if (fields.success && asked !== (fields.data.property_address !== undefined))
    errors.unshift({
      path: 'property_address',
      message: fieldText(asked ? 'required' : 'unknown_field', locale),
    })
  if (errors.length > 0 || !fields.success) throw wrong(locale, errors, tooLarge ? 413 : 422)
  return fields.data
}

/**
 * The file's row is there before its bytes, without a claim: should this process die, the sweep
 * finds both and removes them.
 */
async function keepFile(context: Context, account: Account, slot: string, part: MultipartFile) {
  const place = newPlace(context.clock.now())
  await context.db
    .insertInto('files')
    .values({
      id: place.id,
      owner_id: account.id,
      kind: 'slot',
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
    const file = await storeFile(context.systems.files, part, { ...place, slot })
    if (typeof file === 'string')
      await context.db.deleteFrom('files').where('id', '=', place.id).execute()
    return file
  } catch (cause) {
    await forgetFiles(context, [place])
    throw cause
  }
}
