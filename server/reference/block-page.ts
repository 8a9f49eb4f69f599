import type { Sql } from '../db/connect.ts'

/**
 * The switch that stops issuance in the portal (settled.md, "Order, payment, issue"); it ends by
 * itself at its last moment.
 */
export type BlockPage = {
  isBlocked: boolean
  dateFrom: Date | null
  dateTo: Date | null
  text: string
  active: boolean
  /** Last editor (`actorOf`); null before the first. */
  actor: string | null
}

export async function blockPage(sql: Sql, now: Date): Promise<BlockPage> {
  return blockPageAt(await sql.selectFrom('block_page').selectAll().executeTakeFirst(), now)
}

export type BlockPageRow = {
  is_blocked: boolean
  date_from: Date | null
  date_to: Date | null
  text: string
  actor?: string
}
/** The same by its row; undefined if there has never been one. */
export function blockPageAt(row: BlockPageRow | undefined, now: Date): BlockPage {
  if (!row)
    return { isBlocked: false, dateFrom: null, dateTo: null, text: '', active: false, actor: null }
  const isBlocked = row.is_blocked && (row.date_to === null || now <= row.date_to)
  const active = isBlocked && (row.date_from === null || row.date_from <= now)
  const { date_from: dateFrom, date_to: dateTo, text, actor = null } = row
  return { isBlocked, dateFrom, dateTo, text, active, actor }
}
