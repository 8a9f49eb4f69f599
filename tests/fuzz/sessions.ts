import { createToken } from '#server/http/create-token.ts'
import { account, stranger } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import type { TestApp } from '#tests/test-app.ts'

/** Whom a call can be made by. */
export const roles = [
  'none',
  'wrong',
  'purchase',
  'user',
  'stranger',
  'accountant',
  'staff',
  'administrator',
  'promoter',
] as const
export type Role = (typeof roles)[number]

/** A session of every role, as the sign-in leaves it. */
export async function sessions(app: TestApp): Promise<Partial<Record<Role, string>>> {
  const { deps } = app.server
  const now = deps.clock.now()
  const until = new Date(now.getTime() + 3_600_000)
  const people = [
    { name: 'user', ...buyer, role: 'user' },
    { name: 'stranger', ...stranger, role: 'user' },
    { name: 'accountant', iin: '850505499909', phone: '77010000555', role: 'accountant' },
    { name: 'staff', iin: '880808399905', phone: '77010000556', role: 'staff' },
    {
      name: 'administrator',
      iin: '880808399915',
      phone: '77010000557',
      role: 'staff',
      administrator: true,
    },
  ]
  const made: Record<string, string> = { wrong: 'A'.repeat(43) }
  for (const { name, iin, phone, role, administrator } of people) {
    // An administrator may have given the phone to an account of their own making.
    await app.db
      .updateTable('accounts')
      .set({ phone: null })
      .where('phone', '=', phone)
      .where('iin', '!=', iin)
      .execute()
    const known = await app.db
      .selectFrom('accounts')
      .selectAll()
      .where('realm', '=', 'cabinet')
      .where('iin', '=', iin)
      .executeTakeFirst()
    const of =
      known ?? (await account(app, { iin, phone }, { role, administrator: administrator ?? false }))
    await app.db
      .updateTable('accounts')
      .set({ role, administrator: administrator ?? false, blocked_at: null })
      .where('id', '=', of.id)
      .execute()
    made[name] = await createToken(
      app.db,
      {
        kind: 'user',
        iin,
        phone,
        role,
        session: { accountId: of.id, device: 'fuzz', beganBy: 'code' },
      },
      now,
      until,
    )
  }
  const promoter = await app.db
    .insertInto('accounts')
    .values({
      realm: 'promoter',
      role: 'promoter',
      iin: '900101399908',
      phone: '77010000558',
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doUpdateSet({ blocked_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow()
  made['promoter'] = await createToken(
    app.db,
    {
      kind: 'promoter',
      iin: '900101399908',
      phone: null,
      role: 'promoter',
      session: { accountId: promoter.id, device: 'fuzz', beganBy: 'password' },
    },
    now,
    until,
  )
  made['purchase'] = await createToken(
    app.db,
    { kind: 'purchase', iin: buyer.iin, phone: buyer.phone },
    now,
    until,
  )
  return made
}
