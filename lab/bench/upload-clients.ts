import type { Db } from '../../server/db/connect.ts'
import { createToken } from '../../server/http/create-token.ts'

export type Client = { token: string; globalId: string }

/** Clients with a session and a policy each, as rows: enough to send a claim. */
export async function onePolicyEach(db: Db, count: number): Promise<Client[]> {
  const now = new Date('2026-11-20T06:00:00Z')
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const iin = String(at + 1).padStart(12, '0')
      const { id } = await db
        .insertInto('accounts')
        .values({ iin, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const globalId = `B${at}`
      await db
        .insertInto('contracts')
        .values({ id: globalId, product: 'ogpo', opened_at: now })
        .execute()
      await db
        .insertInto('policies')
        .values({
          contract_id: globalId,
          global_id: globalId,
          esbd_policy_id: String(at),
          number: globalId,
          state: 'active',
          policyholder_iin: iin,
          insurer_code: 'dala',
          start_date: '2026-01-01',
          end_date: '2026-12-31',
          premium: 36_094,
          ogpo_plus_premium: 0,
          facts: '{}',
          issued_at: now,
          verified_at: now,
        })
        .execute()
      const token = await createToken(
        db,
        { kind: 'user', iin, phone: null, session: { accountId: id, device: '', beganBy: 'code' } },
        now,
        new Date('2027-01-01'),
      )
      return { token, globalId }
    }),
  )
}
