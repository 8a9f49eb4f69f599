import { sql } from 'kysely'
import type { Claimant } from '#domain/claim-way/answers.ts'
import { isDirect } from '#domain/claims/deadlines.ts'
import type { Account } from '../accounts/accounts.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { notFound } from '../http/refuse.ts'
import { step } from '../jobs/steps.ts'
import { askScan } from './scan.ts'
import type { Fields } from './send-docs-form.ts'
import { forgetFiles, type Stored } from './upload.ts'

export const claimByKey = (db: Deps['db'] | Tx, accountId: string, key: string) =>
  db
    .selectFrom('claims')
    .select('id')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/**
 * Gives a claim its number, its history and its files in one transaction; `also` what else belongs
 * to it there; `policyId` a policy that was found before, since a third party's is not their own;
 * `told` what the six files do not say.
 * The same key again is the same claim, and the files of the second go.
 */
export async function keepClaim(
  context: Context,
  account: Account,
  key: string | null,
  fields: Fields,
  files: Stored[],
  also: (tx: Tx, claimId: string) => Promise<void> = async () => {},
  policyId?: string,
  told: { claimant: Claimant; injured: boolean } = { claimant: 'policyholder', injured: false },
): Promise<string> {
  const { db, clock, me } = context
  const policy = await db
    .selectFrom('policies')
    .select(['id', 'number', 'global_id', 'kind'])
    .where((expression) =>
      policyId
        ? expression('id', '=', policyId)
        : expression.and([
            expression('policyholder_iin', '=', me().iin),
            expression.or([
              expression('number', '=', fields.policy_number),
              expression('global_id', '=', fields.policy_number),
            ]),
          ]),
    )
    .executeTakeFirst()
  if (!policy || policy.kind !== fields.policy_type) throw notFound()
  const now = clock.now()
  const kept = await step('cabinet.claim.commit', () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ nextval: string }>`select nextval('claim_numbers')`.execute(tx)
      const id = `QC${String(rows[0]?.nextval ?? '0').padStart(8, '0')}`
      const made = await tx
        .insertInto('claims')
        .values({
          id,
          account_id: account.id,
          iin: me().iin,
          idempotency_key: key,
          policy_id: policy.id,
          policy_number: policy.number,
          policy_type: fields.policy_type,
          property_address: fields.property_address ?? null,
          state: 'wait',
          claim_case: fields.claim_case,
          claim_status: fields.claim_status,
          damage_type: fields.damage_type,
          direct: isDirect({
            product: fields.policy_type,
            claimant: told.claimant,
            claimCase: fields.claim_case,
            party: fields.claim_status,
            injured: told.injured,
          }),
          submitted_on: clock.today(),
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) return null
      await tx
        .insertInto('claim_history')
        .values({
          claim_id: id,
          state: 'wait',
          at: now,
          actor: `client:${me().kind}`,
          reason: 'documents received',
        })
        .execute()
      await keepFiles(tx, context, id, files)
      await also(tx, id)
      return id
    }),
  )
  if (kept) return kept
  // The same form came twice at once: the other one is the claim, these files go.
  await forgetFiles(context, files)
  const other = key ? await claimByKey(db, account.id, key) : undefined
  if (!other) throw new Error('a claim with this key was there and is gone')
  return other.id
}

async function keepFiles(tx: Tx, context: Context, claimId: string, files: Stored[]) {
  for (const file of files) {
    await tx
      .updateTable('files')
      .set({
        claim_id: claimId,
        name: file.name,
        mime: file.mime,
        size: file.size,
        sha256: file.sha256,
      })
      .where('id', '=', file.id)
      .execute()
    await askScan(tx, context, file.id)
  }
}
