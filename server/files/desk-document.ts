import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import type { uploads } from '#contract/index.ts'
import { claimFileMaxBytes } from '#domain/constants.ts'
import { myAccount } from '../accounts/accounts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { type Context, contextOf } from '../http/context.ts'
import { askScan } from './ask-scan.ts'
import { checked, type FileKind, forget, oneFile, readForm } from './file-form.ts'

/** A document that staff rest a decision on: one file, checked and scanned as those of clients. */

type Of<Fields extends z.ZodType> = {
  name: keyof typeof uploads
  call: Call
  fields: Fields
  kind: FileKind
  /**
   * Attaches the file to its object, in the caller's transaction; throws if the object does not
   * exist.
   */
  join: (
    tx: Tx,
    context: Context,
    fields: z.output<Fields>,
    fileId: string,
  ) => Promise<{ kyc_case_id: string } | { ending_id: string }>
}

export function mountDeskDocument<Fields extends z.ZodType>(
  app: FastifyInstance,
  deps: Deps,
  of: Of<Fields>,
): void {
  const { name, call } = of
  void app.register(async (scope) => {
    await scope.register(multipart, oneFile)
    scope.post(
      call.path,
      { config: { call: name }, bodyLimit: 2 * claimFileMaxBytes },
      async (request, reply) =>
        reply.send(
          call.reply.parse(await added(request, await contextOf(request, deps, name, call), of)),
        ),
    )
  })
}

async function added<Fields extends z.ZodType>(
  request: FastifyRequest,
  context: Context,
  { fields: schema, kind, join }: Of<Fields>,
) {
  const { db, me, limits } = context
  const account = await myAccount(db, me())
  await limits.count('uploadsPerClient', account.id)
  const form = await readForm(request, context, account.id, 'document', kind)
  const { fields, file } = await checked(form, context, 'document', schema)
  const { id, name, mime, size, sha256 } = file
  try {
    await db.transaction().execute(async (tx) => {
      const joined = await join(tx, context, fields, id)
      await tx
        .updateTable('files')
        .set({ ...joined, name, mime, size, sha256 })
        .where('id', '=', id)
        .execute()
      await askScan(tx, context, id)
    })
  } catch (cause) {
    await forget(context, file)
    throw cause
  }
  return { success: true as const, file_id: id }
}

const scans = ['waiting', 'clean', 'infected'] as const

/** The documents of a case or of endings, the newest first. */
export async function deskDocuments(
  sql: Sql,
  column: 'kyc_case_id' | 'ending_id',
  ids: readonly string[],
) {
  if (ids.length === 0) return []
  const rows = await sql
    .selectFrom('files')
    .innerJoin('accounts', 'accounts.id', 'files.owner_id')
    .select(['files.id', 'files.name', 'files.size', 'files.scan', 'files.created_at'])
    .select([`files.${column} as of`, 'accounts.surname', 'accounts.name as given'])
    .where(`files.${column}`, 'in', ids)
    .orderBy('files.created_at', 'desc')
    .execute()
  return rows.map(({ id, name, size, scan, created_at, surname, given, of }) => ({
    id,
    name,
    size,
    of: of ?? '',
    at: created_at.toISOString(),
    scan: scans.find((one) => one === scan) ?? ('waiting' as const),
    by: `${surname} ${given}`.trim(),
  }))
}
