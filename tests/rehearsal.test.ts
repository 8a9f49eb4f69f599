import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '#sandbox/start.ts'
import { readConfig } from '#server/settings/config.ts'
import { bank } from '#systems/bank/client.ts'
import { sender } from '#systems/http.ts'
import { agreed, rehearsalSettings } from '../deploy/rehearse/settings.ts'
import { randomSecret } from './own-secrets.ts'

/** The rehearsal's outside world knows the secrets of the processes that are rehearsed. */

test('the bank of the rehearsal makes bills for its processes, and for nobody else', async () => {
  const made = parseEnv(rehearsalSettings(randomSecret))
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, secrets: agreed(made) })
  onTestFinished(() => sandbox.close())
  const { organizationBin, deviceToken } = readConfig({
    ...made,
    PUBLIC_URL: 'https://qorgan.example',
    DATABASE_URL: `postgres://qorgan:${randomSecret()}@database/qorgan`,
    ESBD_USERS: `1/user:${randomSecret()}`,
    PLAIN_HOSTS: 'database,clamav,outside',
  }).systems.bank
  const billBy = (token: string) =>
    bank(
      { address: `${sandbox.url}/bank`, organizationBin, deviceToken: token },
      sender('bank', { journal: () => {} }),
    ).invoice({ orderId: 'Q1', phone: '77010000001', amount: 36_094, comment: 'OGPO' })
  expect(await billBy(deviceToken)).toMatchObject({ billId: expect.anything() })
  expect(await billBy('sandbox-device')).toMatchObject({ refused: 'setup' })
})
