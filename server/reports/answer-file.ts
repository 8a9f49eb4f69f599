import type { Day } from '#domain/calendar.ts'
import * as refusals from '#domain/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Context } from '../http/context.ts'
import { refuse } from '../http/refuse.ts'
import { FileAnswer } from '../http/route.ts'
import {
  type FileFormat,
  mimes,
  nameOf,
  type ReportFile,
  XLSX_ROWS,
} from '../sheets/report-file.ts'

/** Filters and columns of a report's file; each report uses those it has. */
export type FileAsk = {
  from: Day
  to: Day
  status?: string | undefined
  source?: string | undefined
  insurer?: string | undefined
  promoter?: string | undefined
  channel?: string | undefined
  movement?: string | undefined
  plus?: string | undefined
  reason?: string | undefined
  sort?: string | undefined
  /** Keys of the columns, in their order; all if absent. */
  columns?: readonly string[] | undefined
}

/**
 * Streams a report as a file within the request, with four digits of each IIN, and records it in
 * the audit log. Refuses a spreadsheet of too many rows (`reportTooLong`).
 */
export async function answerFile(context: Context, format: FileFormat, file: ReportFile) {
  const { db, clock, locale, me } = context
  if (format === 'xlsx' && file.count && (await file.count()) > XLSX_ROWS)
    return refuse(locale, refusals.reportTooLong)
  const account = await myAccount(db, me())
  const now = clock.now()
  await audit(db, now, {
    actor: `accountant:${account.id}`,
    action: 'report.exported',
    object: { kind: 'report', id: file.name },
    details: { format, ...file.period, ...Object.fromEntries(file.narrowed) },
  })
  const bytes = file.bytes({ format, now, masked: true })
  return new FileAnswer(nameOf(file, format, now), mimes[format], bytes)
}
