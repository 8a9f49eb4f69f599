import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { claimSlots, sendDocs } from '#contract/claims.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Deps } from '../deps.ts'
import { forgetFiles, type Stored } from '../files/upload.ts'
import { readingForm } from '../http/broken-form.ts'
import { contextOf } from '../http/context.ts'
import { HttpError } from '../http/refuse.ts'
import { claimByKey, keepClaim } from './keep-claim.ts'
import { readForm, wrong } from './send-docs-form.ts'

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
