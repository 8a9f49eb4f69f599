import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { hasPassword } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'
import { askedFrom, countedAddress, readForwarded } from './address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:ffff::', '2001:db8:0:0::/64'],
  ['2001:db8:1:3::6', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['unknown', 'unknown'],
  // A port, of proxies that write one.
  ['203.0.113.7:51234', '203.0.113.7'],
  ['203.0.113.7:', '203.0.113.7'],
  ['[2001:db8:1:2::6]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6:51234', '2001:db8:1:2::/64'],
  ['::ffff:203.0.113.7:51234', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
  ['[fe80::1%eth0]:443', 'fe80:0:0:0::/64'],
  ['fe80::1%25en0', 'fe80:0:0:0::/64'],
  // IPv4 carried by IPv6 in other ways.
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['::ffff:0:203.0.113.7', '203.0.113.7'],
  ['64:ff9b::cb00:7108', '203.0.113.8'],
  // Blanks and quotes.
  [' 203.0.113.7\t', '203.0.113.7'],
  ['"[2001:db8:1:2::6]:443"', '2001:db8:1:2::/64'],
  ['"203.0.113.7:443"', '203.0.113.7'],
  // All unreadable addresses count as one.
  ['', 'unknown'],
  ['_hidden', 'unknown'],
  ['garbage:51234', 'unknown'],
  ['203.0.113.777:1', 'unknown'],
  ['203.0.113.7 evil', 'unknown'],
  ['[203.0.113.7', 'unknown'],
  ['x'.repeat(9_000), 'unknown'],
])('%s is counted as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})

const signIn = async (url: string, forwarded: string, password = 'wrong') =>
  (
    await fetch(`${url}/api/cabinet/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ iin: buyer.iin, password }),
    })
  ).status

test('forty addresses of one /64 have five guesses between them', async () => {
  const mine = await testApp({ TRUST_PROXY: '1', WORKER: 'off' })
  await hasPassword(mine, 'right-password')
  const statuses: number[] = []
  for (let n = 1; n <= 40; n += 1)
    statuses.push(await signIn(mine.url, `2001:db8:7:7::${n.toString(16)}`))
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  expect(await signIn(mine.url, '2001:db8:7:8::1', 'right-password')).toBe(200)
})

test('what stands before the proxies of TRUST_PROXY in X-Forwarded-For is nobody’s address', async () => {
  const mine = await testApp({ TRUST_PROXY: '2', WORKER: 'off' })
  const statuses: number[] = []
  for (let n = 1; n <= 6; n += 1)
    statuses.push(await signIn(mine.url, `192.0.2.${n}, 203.0.113.7, 10.0.0.1`))
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  expect(await signIn(mine.url, '192.0.2.1, 203.0.113.8, 10.0.0.1')).toBe(401)
})

test.each([
  [{ forwarded: 'for=203.0.113.7' }, '203.0.113.7'],
  [
    { forwarded: 'for=192.0.2.1, for=203.0.113.7;proto=https;by=10.0.0.1' },
    '192.0.2.1, 203.0.113.7',
  ],
  [
    { forwarded: 'By=10.0.0.1;For="[2001:db8:1:2::6]:4711", for=_hidden' },
    '[2001:db8:1:2::6]:4711, _hidden',
  ],
  [{ forwarded: 'for="a, b", proto=https' }, 'a, b, unknown'],
  [{ forwarded: 'for=203.0.113.7', 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
  [{}, undefined],
])('%o of a proxy is read as %s', (headers: IncomingHttpHeaders, read) => {
  readForwarded(headers)
  expect(headers['x-forwarded-for']).toBe(read)
})

test('a port, a list and the other header of a proxy open no limit', async () => {
  const mine = await testApp({ TRUST_PROXY: '1', WORKER: 'off' })
  const guess = async (headers: Record<string, string>) =>
    (
      await fetch(`${mine.url}/api/cabinet/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ iin: buyer.iin, password: 'wrong' }),
      })
    ).status
  const statuses: number[] = []
  const forms: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.7:50001' },
    { 'x-forwarded-for': '192.0.2.9, 203.0.113.7:50002' },
    { 'x-forwarded-for': '192.0.2.9,\t::ffff:203.0.113.7 ,' },
    { forwarded: 'for=192.0.2.1, for="203.0.113.7:50004";proto=https' },
    { 'x-forwarded-for': '[::ffff:203.0.113.7]:50005' },
    { 'x-forwarded-for': '203.0.113.7:50006' },
  ]
  for (const headers of forms) statuses.push(await guess(headers))
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('a caller who has left the connection is counted, too, all of them as one', () => {
  expect(askedFrom({ ip: undefined })).toBe('gone')
  expect(askedFrom({ ip: '::ffff:203.0.113.9' })).toBe('203.0.113.9')
})
