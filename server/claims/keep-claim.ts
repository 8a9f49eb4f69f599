import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type SendDocsFields, sendDocs } from '#contract/claims.ts'
import type { Claimant } from '#domain/claim-way/answers.ts'
import { isDirect } from '#domain/claims/deadlines.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import type { Locale } from '#domain/locale.ts'
import { claimsUnder } from '#domain/products.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { fieldText } from '#texts/fields.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { askScan } from '../files/ask-scan.ts'
import { keepFile } from '../files/file-form.ts'
import { forgetFiles, type Stored } from '../files/upload.ts'
import { type Context, contextOf } from '../http/context.ts'
import { problems } from '../http/error-answers.ts'
import { HttpError, notFound } from '../http/refuse.ts'
import { fieldsOf, readingForm } from '../http/route.ts'
import { step } from '../jobs/steps.ts'
import { claimPolicies, lastInsuredDay } from './queries.ts'

const SLOT = /^documents\[(\w+)\]$/
export type Fields = z.output<typeof SendDocsFields>
type Wrong = { path: string; message: string }

const wrong = (locale: Locale, errors: Wrong[], status = 422) =>
  new HttpError(status, { message: cabinetAnswers.claimSend[locale], errors })

/**
 * Reads the whole form and reports every mistake at once, so that the client fixes all of them
 * before the next upload.
 */
async function readForm(
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
    const file = await keepFile(context, { ownerId: account.id, kind: 'slot', slot }, part)
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

const claimByKey = (db: Deps['db'] | Tx, accountId: string, key: string) =>
  db
    .selectFrom('claims')
    .select('id')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/**
 * Stores a claim with number, history and files in one transaction; `also`: further writes in it;
 * `policyId`: a policy found before, since a third party's is not their own; `told`: answers beyond
 * the six files. A repeated key returns the same claim and deletes the repeated files.
 */
export async function keepClaim(
  context: Context,
  account: Account,
  key: string | null,
  fields: Fields,
  files: Stored[],
  also: (tx: Tx, claimId: string) => Promise<void> = async () => {},
  policyId?: string,
  told: { claimant: Claimant; injured: boolean } = { claimant: 'policyholder', injured: false },
): Promise<string> {
  const { db, clock, me } = context
  const policy = await claimPolicies(db)
    .where((expression) =>
      policyId
        ? expression('id', '=', policyId)
        : expression.and([
            expression('policyholder_iin', '=', me().iin),
            expression.or([
              expression('number', '=', fields.policy_number),
              expression('global_id', '=', fields.policy_number),
            ]),
          ]),
    )
    .executeTakeFirst()
  if (!policy || policy.kind !== fields.policy_type) throw notFound()
  // One that was cancelled insured no day: there is nothing to claim under it.
  if (lastInsuredDay(policy) < policy.start_date)
    throw wrong(context.locale, [
      { path: 'policy_number', message: fieldText('claim_not_insured', context.locale) },
    ])
  const now = clock.now()
  const kept = await step('cabinet.claim.commit', () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ nextval: string }>`select nextval('claim_numbers')`.execute(tx)
      const id = `QC${String(rows[0]?.nextval ?? '0').padStart(8, '0')}`
      const made = await tx
        .insertInto('claims')
        .values({
          id,
          account_id: account.id,
          iin: me().iin,
          idempotency_key: key,
          policy_id: policy.id,
          policy_number: policy.number,
          policy_type: fields.policy_type,
          property_address: fields.property_address ?? null,
          state: 'wait',
          claim_case: fields.claim_case,
          claim_status: fields.claim_status,
          damage_type: fields.damage_type,
          direct: isDirect({
            product: fields.policy_type,
            claimant: told.claimant,
            claimCase: fields.claim_case,
            party: fields.claim_status,
            injured: told.injured,
          }),
          submitted_on: clock.today(),
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) return null
      await tx
        .insertInto('claim_history')
        .values({
          claim_id: id,
          state: 'wait',
          at: now,
          actor: `client:${me().kind}`,
          reason: 'documents received',
        })
        .execute()
      await keepFiles(tx, context, id, files)
      await also(tx, id)
      return id
    }),
  )
  if (kept) return kept
  // The same form arrived twice at once: the other one became the claim; deletes these files.
  await forgetFiles(context, files)
  const other = key ? await claimByKey(db, account.id, key) : undefined
  if (!other) throw new Error('a claim with this key was there and is gone')
  return other.id
}

async function keepFiles(tx: Tx, context: Context, claimId: string, files: Stored[]) {
  for (const file of files) {
    await tx
      .updateTable('files')
      .set({
        claim_id: claimId,
        name: file.name,
        mime: file.mime,
        size: file.size,
        sha256: file.sha256,
      })
      .where('id', '=', file.id)
      .execute()
    await askScan(tx, context, file.id)
  }
}

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * A claim with its documents, as multipart. The files are stored as they stream in; when all six
 * are there, one transaction gives the claim its number. Anything wrong, and nothing stays. A
 * repeat with the same `Idempotency-Key` is the same claim.
 */
export function mountSendDocs(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        fileSize: claimFileMaxBytes,
        files: claimSlots.length,
        fields: 20,
        fieldSize: 2_000,
        fieldNameSize: 100,
        parts: 30,
      },
      throwFileSizeLimit: false,
    })
    scope.post(
      sendDocs.path,
      { config: { call: 'claimSendDocs' }, bodyLimit: (claimSlots.length + 1) * claimFileMaxBytes },
      async (request, reply) => reply.send(sendDocs.reply.parse(await receive(request, deps))),
    )
  })
}

async function receive(request: FastifyRequest, deps: Deps) {
  const context = await contextOf(request, deps, 'claimSendDocs', sendDocs)
  const account = await myAccount(context.db, context.me())
  if (!request.isMultipart()) throw new HttpError(415)
  const given = request.headers['idempotency-key']
  const key = typeof given === 'string' && KEY.test(given) ? given.toLowerCase() : null
  if (given !== undefined && !key)
    throw wrong(context.locale, [
      { path: 'Idempotency-Key', message: fieldText('uuid', context.locale) },
    ])
  await context.limits.count('uploadsPerClient', account.id)
  const known = key ? await claimByKey(context.db, account.id, key) : undefined
  if (known) {
    await readingForm(async () => {
      for await (const part of request.parts()) if (part.type === 'file') part.file.resume()
    })
    return { success: true as const, claim_number: known.id, claim_id: known.id }
  }
  const stored = new Map<string, Stored>()
  try {
    const fields = await readingForm(() => readForm(request, context, account, stored))
    const claimId = await keepClaim(context, account, key, fields, [...stored.values()])
    return { success: true as const, claim_number: claimId, claim_id: claimId }
  } catch (cause) {
    await forgetFiles(context, [...stored.values()])
    throw cause
  }
}
