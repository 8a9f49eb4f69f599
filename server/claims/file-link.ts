import { addMs, oneUseLinkMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import { randomKey } from '../http/create-token.ts'
import { type Identity, tokenHash } from '../http/identity.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { isOfDraft, opensDraft } from './draft-row.ts'

/**
 * A link that opens one file once within a minute: for its owner, what they sent and the report
 * shown to them; for staff, every file of a claim. Only of a file in which the scanner found
 * nothing.
 */
export const fileLink = handle(
  'cabinetFileLink',
  async ({ id }, { db, me, clock, config, locale }) => {
    const account = await myAccount(db, me())
    const file = await db
      .selectFrom('files')
      .leftJoin('claims', 'claims.id', 'files.claim_id')
      .select([
        ...(['files.id', 'files.kind', 'files.scan', 'files.owner_id'] as const),
        ...(['files.claim_id', 'files.draft_id'] as const),
        ...(['claims.account_id', 'claims.visible_to_client'] as const),
      ])
      .where('files.id', '=', id)
      .executeTakeFirst()
    if (!file || !(await opensFile(db, me(), file))) throw notFound()
    // What is not sent yet is the client's alone.
    const own = file.claim_id
      ? file.account_id === account.id &&
        (file.kind !== 'evaluation_report' || file.visible_to_client)
      : file.draft_id && file.owner_id === account.id
    const atDesk = me().kind === 'user' && account.role === 'staff'
    if (!(own || (file.claim_id && atDesk))) throw notFound()
    if (file.scan !== 'clean')
      return refuse(
        locale,
        file.scan === 'infected' ? refusals.fileInfected : refusals.fileNotScanned,
      )
    if (!own)
      await audit(db, clock.now(), {
        actor: actorOf(me()),
        action: 'file.opened',
        object: { kind: 'file', id: file.id },
      })
    const key = randomKey()
    const expiresAt = addMs(clock.now(), oneUseLinkMs)
    await db
      .insertInto('file_links')
      .values({ hash: tokenHash(key), file_id: file.id, expires_at: expiresAt })
      .execute()
    return {
      success: true as const,
      url: `${config.publicUrl}/files/${key}`,
      expiresAt: expiresAt.toISOString(),
    }
  },
)

/**
 * Whether the identity may open files of this claim at all: a token of one claim, of its own alone.
 */
const opensFile = async (
  sql: Sql,
  me: Identity,
  { claim_id, draft_id }: { claim_id: string | null; draft_id: string | null },
): Promise<boolean> =>
  opensDraft(me, draft_id) || (claim_id !== null && (await isOfDraft(sql, me, claim_id)))
