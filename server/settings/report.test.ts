import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { ownSecrets } from '#tests/own-secrets.ts'
import { settingsReport } from './report.ts'

const example = readFileSync('deploy/production.env.example', 'utf8')
const ofExample = parseEnv(example)
const real = Object.fromEntries(
  Object.entries({ ...ofExample, ...ownSecrets() }).map(([name, value = '']) => [
    name,
    value.replaceAll('.example', '.kz').replace('replace', 'qorgan'),
  ]),
)
const filled = {
  ...real,
  ANTIVIRUS_ADDRESS: '127.0.0.1:3310',
  DATABASE_URL: 'postgres://database.kz/qorgan?sslmode=verify-full',
}

test('a copied example is told line by line, and no value is repeated', () => {
  const { problems } = settingsReport(ofExample, example)
  for (const name of ['SIGNING_KEY', 'GKB_PASSWORD', 'BANK_ADDRESS', 'GKB_USER', 'MAIL_FROM'])
    expect(problems.filter((problem) => problem.startsWith(name))).toHaveLength(1)
  expect(problems).toContain('DATABASE_URL is missing (needed when SANDBOX=off)')
  expect(problems).toContain("BANK_ADDRESS is still the example's")
  expect(problems.join('\n')).not.toContain('replace-with')
})

test('settings of one’s own have nothing to be told', () => {
  expect(settingsReport(filled, example).problems).toEqual([])
})

test('one setting that was forgotten is the only one told', () => {
  const { problems } = settingsReport({ ...filled, SMS_ADDRESS: 'https://sms.example' }, example)
  expect(problems).toEqual(["SMS_ADDRESS is still the example's"])
})
