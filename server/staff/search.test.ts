import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { recognise } from '#domain/desk-search.ts'
import { account, signedIn } from '#tests/client.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { foundFor } from './search.ts'

const at = sharedTestApp({ WORKER: 'off' })
const clerk = { iin: '880808399905', phone: '77010000777' }
const keeper = { iin: '850505499909', phone: '77010000888' }
const client = { iin: '850315399904', phone: '77010000001' }
const nobody = { iin: '920611399904', phone: '77010009999' }

async function atDesk(who: typeof clerk, role: 'staff' | 'accountant') {
  await account(at(), who, { role })
  return signedIn(at(), who)
}

/** The statements of one search, without their values. */
async function statementsOf(text: string): Promise<string[]> {
  const heard: string[] = []
  const { db, clock, config } = at().server.deps
  const about = recognise(text)
  if (!about) throw new Error(text)
  await foundFor({ db: db.withPlugin(hears(heard)), clock, config, locale: 'kz' }, about)
  return heard.toSorted()
}

/** Says every statement as it is made: its table and its conditions. */
const hears = (heard: string[]): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    heard.push(JSON.stringify(node, (key, value) => (/^values?$/.test(key) ? null : value)))
    return node
  },
  transformResult: async ({ result }) => result,
})

test('neither the answer nor the questions to the database say whether something is there', async () => {
  await account(at(), client)
  const staff = await atDesk(clerk, 'staff')
  const accountant = await atDesk(keeper, 'accountant')
  const ask = async (text: string, token: string) =>
    (await at().api('staffSearch', { text }, token)).body
  // Staff see the client; to an accountant a client and nobody are the same.
  expect(await ask(client.iin, staff)).toMatchObject({ data: { clients: [{}] } })
  for (const name of ['iin', 'phone'] as const)
    expect(await ask(client[name], accountant)).toEqual(await ask(nobody[name], accountant))
  const asked = await statementsOf(nobody.iin)
  expect(asked.length).toBeGreaterThan(8)
  for (const text of [client.iin, client.phone, '123ABC02', 'QG000184187', 'QC00000041'])
    expect(await statementsOf(text)).toHaveLength(asked.length)
})
