import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../sandbox/start.ts'
import { readConfig } from '../../server/settings/config.ts'
import { bank } from '../../systems/bank/client.ts'
import { sender } from '../../systems/http.ts'
import { randomSecret } from '../../tests/own-secrets.ts'
import { agreed, rehearsalSettings } from '../rehearse/settings.ts'
import type { Told } from '../rehearse/summary.ts'
import { summaryOf } from '../rehearse/summary.ts'

/** The rehearsal: its outside world, and what it says of its sales. */

test('a process starts with what the rehearsal makes, and its bank makes bills for nobody else', async () => {
  const made = parseEnv(rehearsalSettings(randomSecret))
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, secrets: agreed(made) })
  onTestFinished(() => sandbox.close())
  const config = readConfig({
    ...made,
    PUBLIC_URL: 'https://qorgan.example',
    DATABASE_URL: `postgres://qorgan:${randomSecret()}@database/qorgan`,
    ESBD_USERS: `1/user:${randomSecret()}`,
    PLAIN_HOSTS: 'database,clamav,outside',
  })
  expect(config.production).toBe(true)
  const { organizationBin, deviceToken } = config.systems.bank
  const billBy = (token: string) =>
    bank(
      { address: `${sandbox.url}/bank`, organizationBin, deviceToken: token },
      sender('bank', { journal: () => {} }),
    ).invoice({ orderId: 'Q1', phone: '77010000001', amount: 36_094, comment: 'OGPO' })
  expect(await billBy(deviceToken)).toMatchObject({ billId: expect.anything() })
  expect(await billBy('sandbox-device')).toMatchObject({ refused: 'setup' })
})

const sold = { sale: 1, end: 'issued', order: 'Q1', ms: 40_250, slowestMs: 3_100, at: 31_000 }
const summed = (told: Told[], lostAt?: number) =>
  summaryOf(told.map((one) => `${JSON.stringify(one)}\n`).join(''), lostAt)

test('who was told to come again and was insured has been served well', () => {
  const { text, well } = summed(
    [
      { sale: 1, step: 'order', bad: '503 comes_back', at: 9_000 },
      { sale: 1, order: 'Q1', at: 11_200 },
      sold,
    ],
    10_000,
  )
  expect(well).toBe(true)
  expect(text).toEqual([
    'ends: 1 × issued; the longest sale 40.25 s, the longest answer 3.1 s',
    'first order after the new primary: 1.2 s',
    'answers to be asked again: 1 × 503 comes_back',
    'answers neither good nor 503: 0',
  ])
})

test('one answer that is neither good nor 503 fails a rehearsal, and is told with its step', () => {
  const body = '{"success":false,"message":"…"}'
  const { text, well } = summed([{ sale: 1, step: 'order', bad: '409', body, at: 9_000 }, sold])
  expect(well).toBe(false)
  expect(text.at(-1)).toBe(`    1970-01-01T00:00:09.000Z sale 1, order: 409 ${body}`)
})

test('a sale that did not end with a policy fails a rehearsal', () => {
  expect(summed([{ ...sold, end: 'failed' }]).well).toBe(false)
})
