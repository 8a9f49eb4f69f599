import { describe, expect, test } from 'vitest'
import { BadConfiguration, readConfig } from '#server/settings/config.ts'
import {
  demonstrationSigningKey,
  secretProblem,
  secretSettings,
  secretsIn,
  weakSecrets,
} from '#server/settings/production.ts'
import { ownSecrets, randomSecret } from './own-secrets.ts'
import { isSecretSetting, secretsInRepository } from './published-secrets.ts'

/**
 * Production takes no secret that stands in this repository: its files are read for everything that
 * stands where a secret stands.
 */

const found = secretsInRepository()
/** What production says of one setting, alone. */
const saidOf = (name: string, value: string): string[] => {
  try {
    readConfig({ SANDBOX: 'off', [name]: value })
    return []
  } catch (cause) {
    if (!(cause instanceof BadConfiguration)) throw cause
    return cause.problems.filter(
      (problem) => problem.startsWith(name) && !problem.includes(' is missing '),
    )
  }
}

test('the samples, the sandbox’s own and those of tests are found', () => {
  const known = [
    'replace',
    'freedom:replace-with-a-long-secret',
    'sandbox',
    'sandbox-secret',
    'sandbox-device',
    'collector-collector-collector',
  ]
  expect(found.map(({ value }) => value)).toEqual(expect.arrayContaining(known))
  expect(new Set(found.map(({ setting }) => setting)).size).toBeGreaterThan(10)
})

test('a setting’s value that stands in any file is refused for that setting, by its name and never with the value', () => {
  for (const { file, setting, value } of found) {
    if (!setting || secretsIn(setting, value).length === 0) continue
    const problems = saidOf(setting, value)
    expect(
      problems,
      `${file}: ${setting}=${value} would start production: name it in server/settings/production.ts`,
    ).not.toEqual([])
    if (value.length > 12) expect(problems.join()).not.toContain(value)
  }
})

test('a text called a secret in any file is refused wherever production needs a secret', () => {
  // An address and a header are told by what is in them, above.
  for (const { file, value } of found.filter(
    ({ setting }) => !setting || secretSettings[setting].shape === 'alone',
  ))
    for (const [name, { least }] of Object.entries(secretSettings))
      expect(
        secretProblem(value, least),
        `${file}: '${value}' would do as ${name}: name it in server/settings/production.ts`,
      ).not.toBeNull()
})

describe.each(Object.keys(secretSettings).filter(isSecretSetting))('%s', (name) => {
  const asIn = (secret: string) => {
    const { shape } = secretSettings[name]
    return {
      alone: secret,
      pairs: `name:${secret}`,
      headers: `authorization=${secret}`,
      address: `postgres://u:${secret}@db.example/q`,
    }[shape]
  }
  test('refuses what is short, repeated, a placeholder or the demonstration’s, and takes what is random', () => {
    const weak = [
      'short',
      'k'.repeat(64),
      'ab'.repeat(32),
      'collector-'.repeat(6),
      'replace-this-by-some-long-text-of-yours',
      'the-demo-key-of-ours-which-is-long-enough-7Qk2',
      demonstrationSigningKey(),
    ]
    for (const secret of weak)
      expect(weakSecrets({ [name]: asIn(secret) }), secret).toEqual([
        expect.stringMatching(`^${name} `),
      ])
    expect(weakSecrets({ [name]: asIn(randomSecret()) })).toEqual([])
    const byChance = 'q8ZkdEmO4vTn-1xWJr_0aHu7LsYb3GcNpQf6KtVw9Xe'
    expect(weakSecrets({ [name]: asIn(byChance) })).toEqual([])
  })
})

test('of several secrets in one setting each is looked at', () => {
  const mixed = `one:${randomSecret()},two:sandbox-partner-secret`
  expect(saidOf('PARTNER_SECRETS', mixed)).toHaveLength(1)
  expect(saidOf('ESBD_USERS', `1/one:${randomSecret()}, 2/two:x`)).toHaveLength(1)
})

test('beside the sandbox any secret will do, and made at random production takes them all', () => {
  expect(() =>
    readConfig({
      ACQUIRER_SECRET: 'sandbox-secret',
      PARTNER_SECRETS: 'freedom:sandbox-partner-secret',
    }),
  ).not.toThrow()
  for (let round = 0; round < 200; round += 1) expect(weakSecrets(ownSecrets())).toEqual([])
})
