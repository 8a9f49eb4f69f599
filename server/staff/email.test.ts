import { expect, test } from 'vitest'
import { account, signedIn, stranger } from '#tests/client.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
const staff = { iin: '880808399905', phone: '77010000521' }
const chief = { iin: '880808399915', phone: '77010000522' }
const clerk = { iin: '850505499909', phone: '77010000523' }

test('staff correct a client’s e-mail, and nobody’s who works at a desk: not an administrator’s, a colleague’s or their own', async () => {
  const mine = await account(at(), staff, { role: 'staff' })
  const above = await account(at(), chief, { role: 'staff', administrator: true })
  const beside = await account(at(), clerk, { role: 'accountant' })
  const client = await account(at(), stranger)
  const token = await signedIn(at(), staff)
  const sets = async (account_id: string, by = token) =>
    (await at().api('staffSetEmail', { account_id, email: 'mine@example.kz' }, by, 'ru')).body
  for (const { id } of [above, beside, mine])
    expect(await sets(id)).toMatchObject({
      success: false,
      code: 14092,
      message: expect.stringContaining('личном кабинете'),
    })
  expect(await sets(above.id, await signedIn(at(), chief))).toMatchObject({
    success: false,
    code: 14092,
  })
  expect(await sets(client.id)).toEqual({ success: true })
  const rows = await at()
    .db.selectFrom('accounts')
    .select(['iin', 'email'])
    .where('email', 'is not', null)
    .execute()
  expect(rows).toEqual([{ iin: stranger.iin, email: 'mine@example.kz' }])
})
