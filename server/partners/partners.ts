import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import { type Tokens, themeOf } from '#domain/theme.ts'
import type { Sql } from '../db/connect.ts'
import type { Partners } from '../db/rows.ts'
import { tokenHash } from '../http/identity.ts'
import { notFound } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { Config } from '../settings/config.ts'

/** Partners as rows: their identity, theme, and address for reports. */
export type Partner = Selectable<Partners>

/** The partner of a code; undefined for an unknown one. */
export const knownPartner = (sql: Sql, code: string): Promise<Partner | undefined> =>
  sql.selectFrom('partners').selectAll().where('code', '=', code).executeTakeFirst()

/**
 * The partner of a code who sells on this day; undefined for an unknown one and for one whose time
 * is over.
 */
export async function partnerOf(sql: Sql, code: string, today: Day): Promise<Partner | undefined> {
  const row = await knownPartner(sql, code)
  return row && row.active_from <= today && (row.active_to === null || today <= row.active_to)
    ? row
    : undefined
}

/**
 * Returns the shared secret; a partner without one in PARTNER_SECRETS opens nothing and gets no
 * reports.
 */
export const secretOf = (
  config: Config,
  partner: Pick<Partner, 'secret_ref'>,
): string | undefined => config.partnerSecrets.get(partner.secret_ref)

/** Beside the sandbox it plays every partner. */
export const webhookOf = (config: Config, partner: Pick<Partner, 'webhook_url'>): string =>
  config.sandbox ? `${config.sandbox.url}/partner/webhook` : partner.webhook_url

/** Checks if a link may return the client there. */
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

/**
 * Binds a token that may only buy to the visit of a partner's link; from then on the sale is the
 * partner's.
 */
export const partnerStart = handle('partnerStart', async ({ visit }, { db, me, clock }) => {
  const found = await db
    .selectFrom('partner_visits')
    .select('id')
    .where('key', '=', tokenHash(visit))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!found) throw notFound()
  await db
    .updateTable('tokens')
    .set({ partner_visit: found.id })
    .where('hash', '=', me().hash)
    .execute()
  return { success: true as const }
})

const Theme = z.object({
  light: z.record(z.string(), z.string()).default({}),
  dark: z.record(z.string(), z.string()).default({}),
})

/**
 * Renders the partner's theme as a style sheet: known tokens with valid colours and lengths only,
 * whatever the row contains.
 */
export function themeCss(partner: Pick<Partner, 'theme'>): string {
  const theme = Theme.safeParse(partner.theme)
  if (!theme.success) return ''
  const themed = (media: string, tokens: Tokens) => {
    const rules = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
    return rules.length > 0 ? `@media ${media}{:root{${rules.join(';')}}}` : ''
  }
  return (
    themed('not (prefers-color-scheme:dark)', themeOf(theme.data, 'light')) +
    themed('(prefers-color-scheme:dark)', themeOf(theme.data, 'dark'))
  )
}
