import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addDocument, DocumentFields } from '#contract/kyc-unblock.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import { myAccount } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { checked, forget, readForm } from '../claims/file-form.ts'
import { askScan } from '../claims/scan.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { type Context, contextOf } from '../http/context.ts'
import { notFound } from '../http/refuse.ts'

/** Documents that the unblocking of a person rests on: kept with the case, opened by staff. */
export function mountKycDocuments(app: FastifyInstance, deps: Deps): void {
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
    scope.post(
      addDocument.path,
      { config: { call: 'kycAddDocument' }, bodyLimit: 2 * claimFileMaxBytes },
      async (request, reply) =>
        reply.send(
          addDocument.reply.parse(
            await added(request, await contextOf(request, deps, 'kycAddDocument', addDocument)),
          ),
        ),
    )
  })
}

async function added(request: FastifyRequest, context: Context) {
  const { db, me, clock, limits } = context
  const account = await myAccount(db, me())
  await limits.count('uploadsPerClient', account.id)
  const form = await readForm(request, context, account.id, 'document', 'kyc_document')
  const { fields, file } = await checked(form, context, 'document', DocumentFields)
  const { id, name, mime, size, sha256 } = file
  try {
    await db.transaction().execute(async (tx) => {
      const known = await tx
        .selectFrom('kyc_cases')
        .select('id')
        .where('id', '=', fields.case_id)
        .forUpdate()
        .executeTakeFirst()
      if (!known) throw notFound()
      await tx
        .updateTable('files')
        .set({ kyc_case_id: known.id, ...{ name, mime, size, sha256 } })
        .where('id', '=', id)
        .execute()
      await askScan(tx, context, id)
      await audit(tx, clock.now(), {
        actor: actorOf(me()),
        action: 'kyc.document_added',
        object: { kind: 'kyc_case', id: known.id },
        details: { file: id },
      })
    })
  } catch (cause) {
    await forget(context, file)
    throw cause
  }
  return { success: true as const, file_id: id }
}

const scans = ['waiting', 'clean', 'infected'] as const

/** The documents of a case, the newest first. */
export async function documentsOf(sql: Sql, caseId: string) {
  const rows = await sql
    .selectFrom('files')
    .innerJoin('accounts', 'accounts.id', 'files.owner_id')
    .select(['files.id', 'files.name', 'files.size', 'files.scan', 'files.created_at'])
    .select(['accounts.surname', 'accounts.name as given'])
    .where('files.kyc_case_id', '=', caseId)
    .orderBy('files.created_at', 'desc')
    .execute()
  return rows.map(({ id, name, size, scan, created_at, surname, given }) => ({
    ...{ id, name, size },
    at: created_at.toISOString(),
    scan: scans.find((one) => one === scan) ?? ('waiting' as const),
    by: `${surname} ${given}`.trim(),
  }))
}
