import type { FastifyInstance } from 'fastify'
import { addDocument, DocumentFields } from '#contract/kyc.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { deskDocuments, mountDeskDocument } from '../files/desk-document.ts'
import { notFound } from '../http/refuse.ts'

/** Documents that support the unblocking of a person: stored with the case, opened by staff. */
export const mountKycDocuments = (app: FastifyInstance, deps: Deps): void =>
  mountDeskDocument(app, deps, {
    name: 'kycAddDocument',
    call: addDocument,
    fields: DocumentFields,
    kind: 'kyc_document',
    join: async (tx, { me, clock }, { case_id }, fileId) => {
      const known = await tx
        .selectFrom('kyc_cases')
        .select('id')
        .where('id', '=', case_id)
        .forUpdate()
        .executeTakeFirst()
      if (!known) throw notFound()
      await audit(tx, clock.now(), {
        actor: actorOf(me()),
        action: 'kyc.document_added',
        object: { kind: 'kyc_case', id: known.id },
        details: { file: fileId },
      })
      return { kyc_case_id: known.id }
    },
  })

/** The documents of a case, the newest first. */
export const documentsOf = (sql: Sql, caseId: string) => deskDocuments(sql, 'kyc_case_id', [caseId])
