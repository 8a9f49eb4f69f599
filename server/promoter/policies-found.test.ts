import { beforeAll, expect, test } from 'vitest'
import { otherPromoter, portalSale, promoterToken, sold } from '#tests/promoter.ts'
import { buyer, car, ready } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

/** Policies as a promoter finds them: one's own, a colleague's, another company's. */
const at = sharedTestApp()
let token = ''
let other = ''
beforeAll(async () => {
  token = await promoterToken(at())
  other = await promoterToken(at(), otherPromoter)
  // Two of the first promoter with the same car.
  await sold(at(), token)
  await sold(at(), token, portalSale({ insurant: ready('880214399916') }))
})

test('search finds any policy by its Global ID, by plate, IIN and phone only one’s own, and writes every look down', async () => {
  spec('6.promoter-sell-prolong-reissue', '7.3.ours-search-every-look')

  const { global_id: globalId } = await policyOf(buyer.iin)
  const found = async (
    by: 'globalId' | 'plate' | 'iin' | 'iinEnd' | 'phone',
    value: string,
    who: string,
  ) => {
    const { body } = await at().api('promoterSearch', { by, value }, who)
    return body.success ? body.data.policies : null
  }
  for (const [by, value] of [
    ['globalId', globalId.toLowerCase()],
    ['plate', '123 abc 02'],
    ['iin', buyer.iin],
    ['iinEnd', buyer.iin.slice(-4)],
    ['phone', '8 701 000 00 01'],
  ] as const)
    expect(
      (await found(by, value, token))?.map((policy) => [policy.globalId, policy.own]),
    ).toContainEqual([globalId, true])
  expect(await found('globalId', globalId, other)).toMatchObject([
    { own: false, orderId: null, key: null, policyholder: 'Нұрлан Ә.' },
  ])
  for (const [by, value] of [
    ['plate', car.registrationNumber],
    ['iin', buyer.iin],
    ['iinEnd', buyer.iin.slice(-4)],
    ['phone', buyer.phone],
  ] as const)
    expect(await found(by, value, other)).toEqual([])
  for (const by of ['iin', 'iinEnd'] as const)
    expect((await at().api('promoterSearch', { by, value: '12' }, token)).status).toBe(422)
  expect((await at().api('promoterSearch', { by: 'globalId', value: globalId })).status).toBe(401)
  // A line for each policy shown (two with this car), and one for each search that showed none.
  const looks = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', 'policy.searched')
    .execute()
  expect(looks).toHaveLength(6 + 1 + 4)
  expect(JSON.stringify(looks)).not.toMatch(
    new RegExp(`${buyer.iin}|${buyer.phone}|${car.registrationNumber}`),
  )
})

const policyOf = (iin: string) =>
  at()
    .db.selectFrom('policies')
    .selectAll()
    .where('policyholder_iin', '=', iin)
    .executeTakeFirstOrThrow()

test('getPolicy fills the screen in from any policy, another company’s with people masked, and is audited', async () => {
  spec('6.promoter-sell-prolong-reissue', '7.3.promoter-policy-ogpo-getpolicy')

  const { global_id: globalId, id } = await policyOf(buyer.iin)
  const mine = await at().api('promoterGetPolicy', { globalId }, token)
  expect(mine.body).toMatchObject({
    data: {
      globalId,
      isInsured: true,
      dateEnd: '2027-11-20',
      insurant: { iin: buyer.iin, phone: buyer.phone, willDrive: true },
      insureds: [{ iin: buyer.iin }],
      cars: [car],
      own: true,
      prolongStart: null,
      prolongFrom: '2027-08-23',
      // Only in the last ninety days: `prolongFrom` has the day.
      may: { reissue: true, prolong: false, terminate: true, cancel: true },
    },
  })
  expect((await at().api('promoterGetPolicy', { globalId }, other)).body).toMatchObject({
    data: { own: false, may: { cancel: false } },
  })
  expect((await at().api('promoterGetPolicy', { globalId: '00000000000A' }, token)).status).toBe(
    404,
  )
  const looks = await at()
    .db.selectFrom('audit')
    .select(['object_id'])
    .where('action', '=', 'policy.looked_up')
    .execute()
  expect(looks.map(({ object_id }) => object_id)).toEqual([id, id])
  // A policy the unified database has but we lack: its row here was deleted.
  const elsewhere = ready('900622499917')
  const theirs = await sold(
    at(),
    other,
    portalSale({
      insurant: elsewhere,
      vehicles: [{ registrationNumber: '777AST01', techPassport: 'AC20010001' }],
    }),
  )
  await at()
    .db.updateTable('policies')
    .set({ global_id: 'HIDDEN' })
    .where('global_id', '=', theirs.globalId)
    .execute()
  const foreign = await at().api('promoterGetPolicy', { globalId: theirs.globalId }, token)
  expect(foreign.body).toMatchObject({
    data: {
      isInsured: true,
      insurant: { iin: '•• 17', phone: '' },
      insureds: [{ iin: '•• 17' }],
      clientCode: { phone: '•• 20', until: null },
      may: { reissue: false, prolong: false, terminate: false },
    },
  })
  const early = portalSale({ insurant: elsewhere, order: { prolongGlobalId: theirs.globalId } })
  expect((await at().api('promoterCalculate', early, token)).body).toMatchObject({
    success: false,
    code: 14016,
    data: { firstDay: '2027-08-23' },
  })
  await at()
    .db.updateTable('policies')
    .set({ global_id: theirs.globalId })
    .where('global_id', '=', 'HIDDEN')
    .execute()
})
