import { addDays } from '#domain/calendar.ts'
import { createToken } from '#server/http/create-token.ts'
import { account } from '../client.ts'
import { promoterAccount, promoterToken } from '../promoter.ts'
import { buyer, consents, ready } from '../sale.ts'
import type { TestApp } from '../test-app.ts'

/** Everybody who does something with contracts, each with a session of their own. */
export const second = ready('900622499917')
const clerk = { iin: '880808399905', phone: '77010000777' }
const bookkeeper = { iin: '850505499909', phone: '77010000555' }
const secondClerk = { iin: '880808399915', phone: '77010000778' }
export type Fixture = {
  at: TestApp
  buying: string
  cabinet: string
  desk: string
  colleague: string
  accountant: string
  promoter: { id: string; token: string }
  start: string
}

/**
 * A test app without workers of its own, so that the jobs run when the script says, and where it
 * says two at once.
 */
export async function peopled(at: TestApp): Promise<Fixture> {
  const fixture = await signedInAnew(at)
  await consents(at, fixture.buying, second.iin)
  return fixture
}

/** Sessions begin anew with every batch: days pass between some of them. */
export async function signedInAnew(at: TestApp): Promise<Fixture> {
  const { db, clock } = at.server.deps
  const now = clock.now()
  const end = new Date(now.getTime() + 3_600_000)
  const session = async (who: typeof clerk, role: 'user' | 'staff' | 'accountant') => {
    const { id } = await account(at, who, { role })
    return createToken(
      db,
      { kind: 'user', ...who, role, session: { accountId: id, device: 'model', beganBy: 'code' } },
      now,
      end,
    )
  }
  const cabinet = await session(buyer, 'user')
  const desk = await session(clerk, 'staff')
  const colleague = await session(secondClerk, 'staff')
  const accountant = await session(bookkeeper, 'accountant')
  const { id } = await promoterAccount(at)
  const promoter = { id, token: await promoterToken(at) }
  const buying = await createToken(db, { kind: 'purchase', ...buyer }, now, end)
  // One client buys more here in a minute than anybody in a year.
  await at.server.deps.pool.query('delete from rate_limits')
  return {
    at,
    buying,
    cabinet,
    desk,
    colleague,
    accountant,
    promoter,
    start: addDays(clock.today(), 1),
  }
}

/** The same chances for the same seed. */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const rows = async <Row extends Record<string, unknown>>(
  { at }: Pick<Fixture, 'at'>,
  text: string,
  values: unknown[] = [],
) => (await at.server.deps.pool.query<Row>(text, values)).rows
