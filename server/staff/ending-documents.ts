import type { FastifyInstance } from 'fastify'
import { addEndingDocument, EndingDocumentFields } from '#contract/staff-orders.ts'
import type { RefusalCode } from '#domain/finding.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { deskDocuments, mountDeskDocument } from '../files/desk-document.ts'
import { notFound } from '../http/refuse.ts'

/** Documents that staff end a policy on: joined to the calculation, kept with the end. */
export const mountEndingDocuments = (app: FastifyInstance, deps: Deps): void =>
  mountDeskDocument(app, deps, {
    name: 'staffAddEndingDocument',
    call: addEndingDocument,
    fields: EndingDocumentFields,
    kind: 'ending_document',
    join: async (tx, { me, clock }, { calc_id }, fileId) => {
      const actor = actorOf(me())
      const ending = await tx
        .selectFrom('policy_endings')
        .select(['id', 'policy_id'])
        .where('id', '=', calc_id)
        .where('kind', '=', 'terminate')
        .where('state', '=', 'calculated')
        .where('actor', '=', actor)
        .forUpdate()
        .executeTakeFirst()
      if (!ending) throw notFound()
      await audit(tx, clock.now(), {
        actor,
        action: 'policy.ending_document_added',
        object: { kind: 'policy', id: ending.policy_id },
        details: { file: fileId, ending: ending.id },
      })
      return { ending_id: ending.id }
    },
  })

/** What the ends of an order's policy rest on; of one that is only calculated, whose it is. */
export async function endingDocumentsOf(sql: Sql, orderId: string, actor: string) {
  const endings = await sql
    .selectFrom('policy_endings')
    .innerJoin('policies', 'policies.id', 'policy_endings.policy_id')
    .select('policy_endings.id')
    .where('policies.order_id', '=', orderId)
    .where('policy_endings.kind', '=', 'terminate')
    .where(({ or, eb }) =>
      or([eb('policy_endings.state', '<>', 'calculated'), eb('policy_endings.actor', '=', actor)]),
    )
    .execute()
  return deskDocuments(
    sql,
    'ending_id',
    endings.map(({ id }) => id),
  )
}

/** Why an end cannot rest on its documents yet; null where it can. */
export async function documentsMissing(sql: Sql, endingId: string): Promise<RefusalCode | null> {
  const documents = await deskDocuments(sql, 'ending_id', [endingId])
  if (documents.some(({ scan }) => scan === 'waiting')) return refusals.fileNotScanned
  return documents.some(({ scan }) => scan === 'clean') ? null : refusals.endingDocumentMissing
}
