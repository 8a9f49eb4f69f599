import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { idp } from './client.ts'
import { idpSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('idp')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send, clientSecret = 'sandbox') =>
  idp({ address: server.address, clientId: 'qorgan', clientSecret }, through)
const redirectUri = 'https://qorgan.example/api/v1.0.0/egov/idp/callback'
const nurlan = world.people.get('850315399904')
const begin = {
  state: 'state-1',
  redirectUri,
  locale: 'kz' as const,
  verifier: null as string | null,
}

/** Acts as a person on their page; returns where the browser is then sent. */
async function chooses(form: Record<string, string>, of: Partial<typeof begin> = {}): Promise<URL> {
  const answer = await fetch(await client().signInUrl({ ...begin, ...of }), {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  return new URL(answer.headers.get('location') ?? '')
}
const finish = (
  callback: URL,
  of: Partial<Parameters<ReturnType<typeof client>['finishSignIn']>[0]> = {},
  through = send,
) =>
  client(through).finishSignIn({
    callback,
    state: 'state-1',
    verifier: null,
    key: 'sign-in-1',
    ...of,
  })

beforeAll(async () => {
  server = await serving(world, idpSandbox(world))
})
beforeEach(() => {
  world.faults.length = 0
})
afterAll(() => server.close())

test('the address to sign in carries what was registered, the state and the language', async () => {
  const url = new URL(await client().signInUrl(begin))
  expect(url.pathname).toBe('/idp/oauth/authorize')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'qorgan',
    redirect_uri: redirectUri,
    scope: 'user:basic:read user:phone:read',
    state: 'state-1',
    lang: 'kk',
  })
  expect((await fetch(url)).status).toBe(200)
  const other = new URL(url)
  other.searchParams.set('redirect_uri', 'https://other.example/')
  expect((await fetch(other)).status).toBe(400)
})

test.each(['person', 'flat'] as const)(
  'a person in the form "%s" is known by IIN, names and phone',
  async (mode) => {
    const end = await finish(await chooses({ iin: '850315399904', mode }))
    expect(end).toEqual({
      kind: 'person',
      person: {
        iin: '850315399904',
        surname: nurlan?.surname,
        name: nurlan?.name,
        patronymic: nurlan?.patronymic,
        phone: nurlan?.phone,
      },
    })
  },
)

test('a phone that is not given, or a phone call that fails, keeps nobody out', async () => {
  expect(await finish(await chooses({ iin: '850315399904', mode: 'no_phone' }))).toMatchObject({
    kind: 'person',
    person: { phone: null },
  })
  world.faults.push({ system: 'idp', operation: 'phone', mode: 'error', times: 5 })
  expect(await finish(await chooses({ iin: '850315399904' }))).toMatchObject({
    kind: 'person',
    person: { phone: null },
  })
})

test('the phone is told only to whoever asked for its scope when the person signed in', async () => {
  const narrow = idp(
    {
      address: server.address,
      clientId: 'qorgan',
      clientSecret: 'sandbox',
      scopes: 'user:basic:read',
    },
    send,
  )
  const signIn = await fetch(await narrow.signInUrl(begin), {
    method: 'POST',
    body: new URLSearchParams({ iin: '850315399904' }),
    redirect: 'manual',
  })
  const callback = new URL(signIn.headers.get('location') ?? '')
  const of = { callback, state: 'state-1', verifier: null, key: 'sign-in-1' }
  // The client that asks for it all the same is refused, and the person signs in without a phone.
  expect(await client().finishSignIn(of)).toMatchObject({
    kind: 'person',
    person: { iin: '850315399904', phone: null },
  })
})

test('an organisation is told from a person', async () => {
  expect(await finish(await chooses({ iin: '850315399904', mode: 'organisation' }))).toEqual({
    kind: 'organisation',
  })
})

test('who says no is heard', async () => {
  expect(await finish(await chooses({ refuse: '1' }))).toEqual({ kind: 'denied' })
})

describe('a code is refused', () => {
  test('the second time', async () => {
    const callback = await chooses({ iin: '850315399904' })
    await finish(callback)
    expect(await finish(callback)).toEqual({ kind: 'code' })
  })
  test('after its minute', async () => {
    const callback = await chooses({ iin: '850315399904' })
    const before = world.now()
    await world.setNow(new Date(before.getTime() + 61_000).toISOString())
    expect(await finish(callback)).toEqual({ kind: 'code' })
    await world.setNow(null)
  })
  test('that was made for another address', async () => {
    const callback = await chooses({ iin: '850315399904' })
    callback.host = 'other.example'
    expect(await finish(callback)).toEqual({ kind: 'code' })
  })
  test('without the verifier it was begun with; with it, it is good', async () => {
    const verifier = 'v'.repeat(43)
    const wrong = await chooses({ iin: '850315399904' }, { verifier })
    expect(await finish(wrong)).toEqual({ kind: 'code' })
    const right = await chooses({ iin: '850315399904' }, { verifier })
    expect(await finish(right, { verifier })).toMatchObject({ kind: 'person' })
  })
})

test('another state, wrong credentials and nonsense are Unavailable, never somebody', async () => {
  await expect(
    finish(await chooses({ iin: '850315399904' }), { state: 'state-2' }),
  ).rejects.toBeInstanceOf(Unavailable)
  const callback = await chooses({ iin: '850315399904' })
  await expect(
    client(send, 'guess').finishSignIn({ callback, state: 'state-1', verifier: null, key: 'k' }),
  ).rejects.toBeInstanceOf(Unavailable)
  const bent = tampered(send, (text) => text.replace('850315399904', '850315399905'))
  await expect(finish(await chooses({ iin: '850315399904' }), {}, bent)).rejects.toThrow(
    'without IIN',
  )
})

test.each(['garbage', 'timeout', 'unavailable', 'error', 'reset'] as const)(
  'mode %s of each call is Unavailable',
  async (mode) => {
    for (const operation of ['token', 'basic']) {
      const callback = await chooses({ iin: '850315399904' })
      world.faults.push({ system: 'idp', operation, mode, times: 3 })
      await expect(finish(callback)).rejects.toBeInstanceOf(Unavailable)
      world.faults.length = 0
    }
  },
)

test('the journals know the sign-in and no person', () => {
  expect(journal.some(({ key }) => key === 'sign-in-1')).toBe(true)
  expect(JSON.stringify([journal, world.journal])).not.toMatch(/850315399904|7701/)
})
