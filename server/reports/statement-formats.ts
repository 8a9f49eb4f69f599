import { statementSystems } from '#domain/statement.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { HeadTitles } from './read-statement.ts'

/** Tables of banks whose columns a person told once. */
export const reportStatementFormats = handle('reportStatementFormats', async (_ask, { db }) => {
  const rows = await db
    .selectFrom('statement_formats')
    .selectAll()
    .orderBy('saved_at', 'desc')
    .execute()
  return ok(
    rows.map(({ id, bank, system, titles, columns, saved_at }) => ({
      id,
      bank,
      titles: titles.split('|'),
      savedAt: saved_at.toISOString(),
      // Formats that were kept before their columns had names say the head alone.
      columns: (columns as unknown as Partial<HeadTitles>).named ?? [],
      system: statementSystems.find((one) => one === system) ?? ('account' as const),
    })),
  )
})

export const reportForgetStatementFormat = handle(
  'reportForgetStatementFormat',
  async ({ id }, { db, clock, me }) => {
    const account = await myAccount(db, me())
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom('statement_formats')
        .where('id', '=', id)
        .returning(['bank', 'system'])
        .executeTakeFirst()
      if (!row) throw notFound()
      await audit(tx, clock.now(), {
        actor: `accountant:${account.id}`,
        action: 'statement.format_forgotten',
        object: { kind: 'statement', id },
        details: { bank: row.bank, system: row.system },
      })
    })
    return { success: true as const }
  },
)
