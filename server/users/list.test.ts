import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { usersDesk } from '#tests/users-desk.ts'

const at = sharedTestApp({ WORKER: 'off' })
const { api, auditOf, create } = usersDesk(at)

test('the list is walked page by page in the order of the names', async () => {
  const now = at().server.deps.clock.now()
  await at()
    .db.insertInto('accounts')
    .values(
      Array.from({ length: 105 }, (_, index) => ({
        realm: 'promoter',
        role: 'promoter',
        iin: String(100_000_000_000 + index),
        surname: `Тест${String(index).padStart(3, '0')}`,
        name: 'Айгүл',
        created_at: now,
      })),
    )
    .execute()
  const page = async (cursor: string) => {
    const { body } = await api('staffUsers', {
      role: 'promoter',
      text: 'Тест',
      ...(cursor ? { cursor } : {}),
    })
    return (body as { data: { users: { surname: string }[]; next: string | null; total: number } })
      .data
  }
  const first = await page('')
  const second = await page(first.next ?? '')
  expect([first.total, first.users.length, second.users.length, second.next]).toEqual([
    105,
    100,
    5,
    null,
  ])
  const seen = [...first.users, ...second.users].map(({ surname }) => surname)
  expect(seen).toEqual([...seen].sort())
  expect(new Set(seen).size).toBe(105)
})

test('Kazakh letters stand where the alphabet has them, across pages as well', async () => {
  const now = at().server.deps.clock.now()
  const surnames = ['Әлібек', 'Бекова', 'Қасым', 'Лим', 'Ұзақ', 'Фомин']
  const rows = Array.from({ length: 108 }, (_, index) => ({
    realm: 'promoter',
    role: 'promoter',
    iin: String(200_000_000_000 + index),
    surname: surnames[index % surnames.length] ?? '',
    name: `Әліпби ${index % 2 ? 'Ғ' : 'Г'}${index}`,
    created_at: now,
  }))
  await at().db.insertInto('accounts').values(rows).execute()
  const page = async (cursor: string) => {
    const { body } = await api('staffUsers', { text: 'Әліпби', ...(cursor ? { cursor } : {}) })
    return (body as { data: { users: { surname: string; name: string }[]; next: string | null } })
      .data
  }
  const first = await page('')
  const second = await page(first.next ?? '')
  const seen = [...first.users, ...second.users]
  expect([...new Set(seen.map(({ surname }) => surname))]).toEqual(surnames)
  expect(new Set(seen.map(({ name }) => name)).size).toBe(108)
})

test('one user is opened by the id, and the look is in the log', async () => {
  const { id } = await account(
    at(),
    { iin: '960510399913', phone: '77010000598' },
    { role: 'accountant' },
  )
  expect((await api('staffUsers', { id })).body).toMatchObject({
    data: { users: [{ id }], total: 1, next: null },
  })
  expect((await api('staffUsers', { id: '123' })).status).toBe(422)
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['user.seen'])
  // A client is not opened here.
  await at().db.updateTable('accounts').set({ role: 'user' }).where('id', '=', id).execute()
  expect((await api('staffUsers', { id })).body).toMatchObject({ data: { users: [] } })
})

test('a promoter’s goal and pay are set from a day on, tomorrow at the earliest, by two administrators', async () => {
  spec('6.promoter-goal-and-pay')

  const made = await create({ iin: '900101399908', phone: '77010000599', role: 'promoter' })
  const id = made.data?.id ?? ''
  const terms = { id, from: '2026-11-21', dayGoal: 10, payPercent: 37.5 }
  expect(await api('staffSetPromoterTerms', { ...terms, from: '2026-11-20' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'from' }] },
  })
  expect(await api('staffSetPromoterTerms', { ...terms, dayGoal: 0 })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'dayGoal' }] },
  })
  const another = { iin: '880808399905', phone: '77010000556' }
  await account(at(), another, { role: 'staff', administrator: true })
  const other = await signedIn(at(), another)
  const byTwo = async (
    asked: typeof terms | (Omit<typeof terms, 'payPercent'> & { payPercent: null }),
  ) => {
    expect((await api('staffSetPromoterTerms', asked)).body).toEqual({ success: true })
    expect((await api('staffSetPromoterTerms', asked)).body).toMatchObject({ code: 14085 })
    const { body } = await at().api('staffPromoterTerms', { id }, other)
    const signature_id = body.success ? (body.data.waiting?.id ?? '') : ''
    expect((await api('staffSignPromoterTerms', { signature_id })).body).toMatchObject({
      code: 14063,
    })
    const signed = await at().api('staffSignPromoterTerms', { signature_id }, other)
    expect(signed.body).toEqual({ success: true })
  }
  await byTwo(terms)
  await byTwo({ ...terms, from: '2026-12-01', payPercent: null })
  expect((await api('staffPromoterTerms', { id })).body).toMatchObject({
    data: {
      terms: [
        { from: '2026-12-01', dayGoal: 10, payPercent: null },
        { from: '2026-11-21', dayGoal: 10, payPercent: 37.5 },
      ],
    },
  })
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    'user.created',
    'user.terms_asked',
    'user.terms_set',
    'user.terms_asked',
    'user.terms_set',
  ])
  const staff = { iin: '960510399913', phone: '77010000598' }
  await account(at(), staff)
  await at()
    .db.updateTable('accounts')
    .set({ role: 'staff' })
    .where('iin', '=', staff.iin)
    .execute()
  const theirs = await signedIn(at(), staff)
  expect((await at().api('staffSetPromoterTerms', terms, theirs)).status).toBe(403)
  // A client has no terms.
  const client = await account(at(), { iin: '850315399904', phone: '77010000597' })
  expect((await api('staffSetPromoterTerms', { ...terms, id: client.id })).status).toBe(404)
})
