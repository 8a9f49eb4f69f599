import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from '#sandbox/start.ts'
import { readConfig } from '#server/settings/config.ts'
import { giveToken } from '#systems/consent-sandbox.ts'
import { fieldsOf } from '../../scripts/try/fields.ts'
import { isTryName, type TryName, tries } from '../../scripts/try/index.ts'
import { masked } from '../../scripts/try/kit.ts'
import { tryOut } from '../../scripts/try/run.ts'

/**
 * `npm run try` against the sandbox, through the real network: every system fits, nobody is named
 * and nothing is done.
 */
let given: Record<'iin' | 'phone' | 'plate' | 'certificate' | 'token' | 'key', string> = {
  token: '',
  key: '',
  iin: '850315399904',
  phone: '77010000001',
  plate: '123ABC02',
  certificate: 'AB12345678',
}
const names = Object.keys(tries).filter(isTryName)
let sandbox: Awaited<ReturnType<typeof startSandbox>>
const home = mkdtempSync(join(tmpdir(), 'lists-try-'))
const config = (more: Record<string, string> = {}) =>
  readConfig({
    SANDBOX_PORT: new URL(sandbox.url).port,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    SANDBOX_ANTIVIRUS_PORT: String(sandbox.antivirusPort),
    FILES_DIR: join(home, 'files'),
    ...more,
  })
const tried = (name: TryName, more: Record<string, string> = {}) =>
  tryOut(tries[name], config(more), given)

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, baseTime: new Date('2026-11-20T06:00:00Z') })
  const access = ['GBDFLUniversal_token']
  const { token, publicKey } = giveToken(sandbox.world, { iin: given.iin, access, ms: 864e5 })
  given = { ...given, token, key: publicKey }
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

/** What only reads, by the operation's name in the sandbox's journal. */
const writes =
  /^(send|check|ZReport|SetPolicy|SetClient|SetHome|.*Rescind.*|remote\/create|payment\/return|init|revoke|direct|cancel|report|request.*)$/i

describe.each(names)('%s', (name) => {
  test('fits the sandbox, names nobody and does nothing', async () => {
    const { world } = sandbox
    const before = world.journal.length
    const { lines, fits } = await tried(name)
    const told = lines.join('\n')
    expect(fits, told).toBe(true)
    expect(lines.length).toBeGreaterThan(2)
    for (const secret of [
      given.iin,
      given.phone,
      given.plate,
      given.certificate,
      'Әбдіқадыров',
      'Нұрлан',
      'sandbox-secret',
      '1985-03-15',
    ])
      expect(told).not.toContain(secret)
    expect(world.messages).toEqual([])
    expect(world.journal.slice(before).filter(({ operation }) => writes.test(operation))).toEqual(
      [],
    )
  })
})

test.each<[TryName, Record<string, string>, RegExp]>([
  ['sms', { SMS_PASSWORD: 'wrong' }, /error 2/],
  ['fiscal', { FISCAL_PASSWORD: 'wrong' }, /code 1/],
  ['lists', { AML_LISTS: 'UN=http://127.0.0.1:1/consolidated.xml' }, /ECONNREFUSED/],
  ['mail', { SMTP_PORT: '1' }, /ECONNREFUSED/],
])('%s with a wrong setting says what does not fit', async (name, more, reason) => {
  const { lines, fits } = await tried(name, more)
  expect(fits).toBe(false)
  expect(lines.filter((line) => line.includes('✗')).join('\n')).toMatch(reason)
})

test('a field that the client cannot read is pointed at', async () => {
  const shares = readConfig({ FISCAL_ADDRESS: `${sandbox.url}/control` })
  const { lines, fits } = await tryOut(tries.fiscal, shares, given)
  expect(fits).toBe(false)
  expect(lines.at(-1)).toBe('Something does not fit.')
})

test('people are masked, codes and states are not; of lists the beginning is shown', () => {
  expect(masked('surname', 'Әбдіқадыров')).toBe('xxxxxxxxxxx')
  expect(masked('iin', '850315399904')).toBe('999999999999')
  expect(masked('StatusCode', -1501)).toBe('-1501')
  expect(masked('status', 'valid')).toBe('valid')
  expect(masked('code', '850315399904')).toBe('999999999999')
  expect(fieldsOf('{"a":{"b":[1,2,3]}}')?.map(({ path, value }) => [path, value])).toEqual([
    ['a.b', '3 of them'],
    ['a.b.0', 1],
    ['a.b.1', 2],
  ])
  expect(fieldsOf('<s:Envelope><a>1</a></s:Envelope>')?.map(({ path }) => path)).toEqual([
    'Envelope.a',
  ])
  expect(fieldsOf('<html><body>sign in</body></html>')).toBeNull()
})
