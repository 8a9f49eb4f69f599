import type { AuditAct, AuditObject } from '#domain/audit-acts.ts'
import type { Sql } from '../db/connect.ts'

export type AuditEntry = {
  /** `promoter:{account id}`, `staff:{account id}`, `job:{name}`. */
  actor: string
  action: AuditAct
  object: AuditObject
  /** Ids and codes; never a name, an IIN, a phone or a document. */
  details?: Record<string, string | number | boolean | null>
}

/**
 * Appends to the audit log, in the transaction of the change itself. The database refuses to alter
 * or remove a row.
 */
export async function audit(
  sql: Sql,
  now: Date,
  { actor, action, object, details }: AuditEntry,
): Promise<void> {
  await sql
    .insertInto('audit')
    .values({
      at: now,
      actor,
      action,
      object_kind: object.kind,
      object_id: object.id,
      details: JSON.stringify(details ?? {}),
    })
    .execute()
}
