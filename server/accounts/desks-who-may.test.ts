import { expect, test } from 'vitest'
import type { Who } from '#contract/call.ts'
import { contract, uploads } from '#contract/index.ts'
import { account } from '#tests/client.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { createToken } from '../http/create-token.ts'

/**
 * Every call of the desks against every kind of token, from the contract's own table: all
 * combinations not allowed there are refused.
 */
const at = sharedTestApp({ WORKER: 'off' })
const desks = Object.values({ ...contract, ...uploads }).filter(({ path }) =>
  /^\/api\/(kyc|staff|reports)\b/.test(path),
)

const kinds = [
  'purchase',
  'user',
  'promoter',
  'accountant',
  'staff',
  'administrator',
] as const satisfies readonly Who[]
type Kind = (typeof kinds)[number]
const people: Record<Kind, { iin: string; phone: string }> = {
  purchase: { iin: '850315399904', phone: '77010000001' },
  user: { iin: '880214399916', phone: '77010000999' },
  promoter: { iin: '900101399908', phone: '77010000571' },
  accountant: { iin: '850505499909', phone: '77010000572' },
  staff: { iin: '880808399905', phone: '77010000573' },
  administrator: { iin: '880808399915', phone: '77010000574' },
}
const tokens = new Map<Kind, Promise<string>>()
const tokenOf = (kind: Kind) => {
  const made = tokens.get(kind) ?? newToken(kind)
  tokens.set(kind, made)
  return made
}
async function newToken(kind: Kind): Promise<string> {
  const now = at().server.deps.clock.now()
  const till = new Date(now.getTime() + 3_600_000)
  const who = people[kind]
  if (kind === 'purchase') return createToken(at().db, { kind, ...who }, now, till)
  const role = kind === 'administrator' ? 'staff' : kind
  const { id } =
    kind === 'promoter'
      ? await at()
          .db.insertInto('accounts')
          .values({ ...who, realm: 'promoter', role, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await account(at(), who, { role, administrator: kind === 'administrator' })
  return createToken(
    at().db,
    {
      kind: kind === 'promoter' ? 'promoter' : 'user',
      ...who,
      role,
      session: { accountId: id, device: 'test', beganBy: 'password' },
    },
    now,
    till,
  )
}

/**
 * The callers the table admits, spelled out: an administrator is staff, and staff and accountants
 * are cabinet users too.
 */
const lets = (may: readonly Who[], kind: Kind): boolean =>
  may.includes('everyone') ||
  may.includes(kind) ||
  (kind === 'administrator' && may.includes('staff')) ||
  ((kind === 'accountant' || kind === 'staff' || kind === 'administrator') && may.includes('user'))

test('the desks are in the table, none of them open to everyone, clients or whoever only buys', () => {
  spec('6.every-call-desks-against')

  expect(desks.length).toBeGreaterThanOrEqual(15)
  expect(
    desks.filter(({ may }) =>
      may.some((who: Who) => who === 'everyone' || who === 'user' || who === 'purchase'),
    ),
  ).toEqual([])
})

test.each(desks.map(({ path, method, may }) => [method, path, may as readonly Who[]] as const))(
  '%s %s',
  async (method, path, may) => {
    spec('6.every-call-desks-against')

    const ask = (token?: string) =>
      at().raw(path, { method, token, ...(method === 'GET' ? {} : { body: {} }) })
    expect((await ask()).status).toBe(401)
    expect((await ask('A'.repeat(43))).status).toBe(401)
    for (const kind of kinds) {
      const { status } = await ask(await tokenOf(kind))
      if (lets(may, kind)) expect([401, 403], `${kind} may`).not.toContain(status)
      else expect(status, `${kind} may not`).toBe(403)
    }
  },
)
