import { expect, test } from 'vitest'
import { type CallName, contract } from '#contract/index.ts'
import { movementSorts, sortsOf } from '#domain/report.ts'
import { account } from '#tests/client.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { createToken } from './create-token.ts'

const at = sharedTestApp({ WORKER: 'off' })
const uuid = crypto.randomUUID()
const encoded = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
/** Positions in none of our lists. */
const forged = [
  'nonsense',
  '%00',
  '2026-13-45T99:99:99Z_123456789012',
  Buffer.from(`2026-11-20T06:00:00.000Z ${uuid}`).toString('base64url'),
  Buffer.from(`+275760-09-13T00:00:00.000Z a\0b`).toString('base64url'),
  ...[
    ['x', 'y'],
    ['x', 'y', 'z'],
    ['2026-02-31', uuid],
    ['9999-12-31', uuid],
    ['2026-11-20', 'x'],
    ['2026-11-20T06:00:00.000Z', 'a\0b'],
    ['2026-02-30T06:00:00.000Z', uuid],
    ['+275760-09-13T00:00:00.000Z', uuid],
    ['2026-02-31 06:00:00+00', uuid],
    ['2026-11-20 06:00:00+00', 'a\0b'],
    ['99999999999999', uuid],
    ['a\0b', 'c', uuid],
    ['\ud800', 'c', uuid],
    [null, null],
    [['2026-11-20'], uuid],
    [],
    { at: 1 },
    null,
  ].map(encoded),
]

type Who = 'promoter' | 'accountant' | 'administrator'
const period = { from: '2026-11-01', to: '2026-11-20' }
/** Orders whose places have a form; the place of a text may be any text. */
const bySumOrTime = ['newest', 'oldest', 'dearest', 'cheapest']
/** Every call with pages, with its body beside the cursor. */
const paged: Partial<Record<CallName, { who: Who; bodies: object[] }>> = {
  promoterSearch: { who: 'promoter', bodies: [{ by: 'globalId', value: 'Q1' }] },
  promoterSales: { who: 'promoter', bodies: [{ period: 'month' }] },
  promoterExpiring: { who: 'promoter', bodies: [{}] },
  staffUsers: { who: 'administrator', bodies: [{}] },
  staffAudit: { who: 'administrator', bodies: [{}] },
  staffClaims: { who: 'administrator', bodies: [{}, { view: 'all' }] },
  staffInbox: { who: 'administrator', bodies: [{}, { state: 'answered' }] },
  staffOrders: { who: 'administrator', bodies: [{}, { view: 'newest' }] },
  kycCases: { who: 'administrator', bodies: [{}] },
  reportOrders: {
    who: 'accountant',
    bodies: [...bySumOrTime, 'paidAt', '-paidAt'].map((sort) => ({ ...period, sort })),
  },
  reportMovements: {
    who: 'accountant',
    bodies: sortsOf(movementSorts).map((sort) => ({ ...period, sort })),
  },
  reportMatched: { who: 'accountant', bodies: [period] },
  reportClaims: { who: 'accountant', bodies: [period] },
  reportRefunds: {
    who: 'accountant',
    bodies: bySumOrTime.map((sort) => ({ ...period, sort })),
  },
}

async function tokenOf(who: Who): Promise<string> {
  const now = at().server.deps.clock.now()
  const of = { promoter: '900101399908', accountant: '850505499909', administrator: '880808399915' }
  const person = { iin: of[who], phone: '77010000531' }
  const role = who === 'administrator' ? 'staff' : who
  const realm = who === 'promoter' ? 'promoter' : 'cabinet'
  const { id } =
    realm === 'promoter'
      ? await at()
          .db.insertInto('accounts')
          .values({ ...person, realm, role, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await account(
          at(),
          { ...person, phone: who === 'accountant' ? '77010000532' : '77010000533' },
          { role, administrator: who !== 'accountant' },
        )
  const session = { accountId: id, device: 'test', beganBy: 'password' as const }
  const kind = realm === 'promoter' ? ('promoter' as const) : ('user' as const)
  return createToken(
    at().db,
    { kind, ...person, role, session },
    now,
    new Date(now.getTime() + 3_600_000),
  )
}

test('every call that takes a cursor is in the table', () => {
  const taking = Object.entries(contract)
    .filter(([, { body }]) => 'shape' in body && 'cursor' in body.shape)
    .map(([name]) => name)
  expect(Object.keys(paged).sort()).toEqual(taking.sort())
})

test('a cursor that we never gave is told by its field, in every list and order', async () => {
  const tokens = new Map<Who, string>()
  const answers: string[] = []
  for (const [name, { who, bodies }] of Object.entries(paged)) {
    const token = tokens.get(who) ?? (await tokenOf(who))
    tokens.set(who, token)
    for (const body of bodies) {
      expect((await at().api(name as CallName, body as never, token)).status, name).toBe(200)
      for (const cursor of forged) {
        const answer = await at().api(name as CallName, { ...body, cursor } as never, token)
        const errors = 'errors' in answer.body ? (answer.body.errors as { path: string }[]) : []
        if (answer.status !== 422 || errors[0]?.path !== 'cursor')
          answers.push(`${name} ${JSON.stringify(body)} ${cursor}: ${answer.status}`)
      }
    }
  }
  expect(answers).toEqual([])
})
