import type { Selectable } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'
import type { Partners } from '../db/rows.ts'
import type { Config } from '../settings/config.ts'

/** Partners as rows: who they are, how they look, where they are told. */
export type Partner = Selectable<Partners>

/**
 * The partner of a code who sells on this day; undefined for an unknown one and for one whose time
 * is over.
 */
export async function partnerOf(sql: Sql, code: string, today: Day): Promise<Partner | undefined> {
  const row = await sql
    .selectFrom('partners')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst()
  return row && row.active_from <= today && (row.active_to === null || today <= row.active_to)
    ? row
    : undefined
}

/** The shared secret; a row without one in PARTNER_SECRETS neither opens nor hears anything. */
export const secretOf = (
  config: Config,
  partner: Pick<Partner, 'secret_ref'>,
): string | undefined => config.partnerSecrets.get(partner.secret_ref)

/** Beside the sandbox it plays every partner. */
export const webhookOf = (config: Config, partner: Pick<Partner, 'webhook_url'>): string =>
  config.sandbox ? `${config.sandbox.url}/partner/webhook` : partner.webhook_url

/** Whether a link may lead the client back there. */
export function mayReturnTo(
  config: Config,
  partner: Pick<Partner, 'allowed_origins'>,
  url: string,
): boolean {
  const { origin } = new URL(url)
  const sandbox = config.sandbox
    ? [config.sandbox.url, `http://localhost:${config.sandbox.port}`]
    : []
  return [...partner.allowed_origins, ...sandbox].includes(origin)
}
