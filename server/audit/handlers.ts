import type { Handlers } from '../http/route.ts'
import * as auditDesk from './audit-desk.ts'
import { auditDay } from './audit-desk.ts'

/** Handlers of the calls of the journal. */
export const auditHandlers = {
  staffAudit: auditDesk.search,
  staffAuditDay: auditDay,
  staffAuditVerify: auditDesk.verify,
} satisfies Partial<Handlers>
