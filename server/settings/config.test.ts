import { expect, test } from 'vitest'
import { ownRoot } from '#tests/certificates.ts'
import { ownSecrets, randomSecret } from '#tests/own-secrets.ts'
import { spec } from '#tests/spec.ts'
import { BadConfiguration, readConfig } from './config.ts'

const {
  METRICS_TOKEN,
  AML_API_KEY,
  EPAY_CLIENT_SECRET,
  MOBIZON_API_KEY,
  SHEP_SIGNER_PASSWORD,
  FILES_SECRET_KEY,
  SMTP_PASSWORD,
  ...needed
} = ownSecrets()
const [first, second] = [randomSecret(), randomSecret()]
const production: Record<string, string> = {
  ...needed,
  SANDBOX: 'off',
  PUBLIC_URL: 'https://qorgan.example',
  DATABASE_URL: 'postgres://db.example/qorgan?sslmode=verify-full',
  ESBD_ADDRESSES: 'https://esbd.example/a.asmx, https://esbd.example/b.asmx',
  ESBD_USERS: `1/one:${first}:with:colons,2/two:${second}`,
  GKB_ADDRESS: 'https://gkb.example',
  GKB_USER: 'u',
  SHEP_ADDRESS: 'https://shep.example',
  SHEP_SENDER: 's',
  IDP_ADDRESS: 'https://idp.example',
  IDP_CLIENT_ID: 'qorgan',
  SCORING_ADDRESS: 'https://scoring.example',
  AML_ADDRESS: 'https://aml.example',
  BANK_ADDRESS: 'https://bank.example',
  BANK_ORGANIZATION_BIN: '180440099996',
  ACQUIRER_ADDRESS: 'https://acquirer.example',
  ACQUIRER_MERCHANT: '1',
  ADDRESSES_ADDRESS: 'https://addresses.example',
  FISCAL_ADDRESS: 'https://fiscal.example',
  FISCAL_LOGIN: 'l',
  FISCAL_CASHBOX: 'c',
  ANTIVIRUS_ADDRESS: '127.0.0.1:3310',
  SMS_ADDRESS: 'https://sms.example',
  SMS_LOGIN: 'l',
  SMTP_HOST: 'smtp.example',
  MAIL_FROM: 'polis@qorgan.example',
}
const problemsOf = (environment: Record<string, string | undefined>): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (cause) {
    if (cause instanceof BadConfiguration) return cause.problems
    throw cause
  }
}

test('beside the sandbox nothing has to be set', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    production: false,
    port: 3000,
    publicUrl: 'http://localhost:3000',
    sandbox: { url: 'http://127.0.0.1:4010' },
    checkReplies: true,
  })
})

test('a complete production configuration is accepted and has no sandbox', () => {
  expect(problemsOf(production)).toEqual([])
  const config = readConfig(production)
  expect(config).toMatchObject({
    production: true,
    sandbox: null,
    publicUrl: 'https://qorgan.example',
    testerPhones: [],
    checkReplies: false,
  })
  expect(config.systems.esbd).toMatchObject({
    addresses: ['https://esbd.example/a.asmx', 'https://esbd.example/b.asmx'],
    insurers: [
      { systemId: 1, users: [{ name: 'one', password: `${first}:with:colons` }], tls: undefined },
      { systemId: 2, users: [{ name: 'two', password: second }], tls: undefined },
    ],
  })
})

test('what lacks of an insurer’s login, certificate or key is named with the insurer', () => {
  const root = ownRoot('operator')
  const [one, two] = [root.client('one'), root.client('two')]
  const given = (more: Record<string, string>) => problemsOf({ ...production, ...more })
  const certs = {
    ESBD_TLS_CERTS: `1/${one.cert},2/${two.cert}`,
    ESBD_TLS_KEYS: `1/${one.key},2/${two.key}`,
  }
  expect(given({ ...certs, ESBD_TLS_CA: root.ca })).toEqual([])
  const { esbd } = readConfig({ ...production, ...certs, ESBD_TLS_CA: root.ca }).systems
  expect(esbd.insurers[1]?.tls).toEqual({ cert: two.cert.trim(), key: two.key.trim() })
  expect(given({ ESBD_USERS: `one:${first}` })).toEqual([
    expect.stringContaining('ESBD_USERS: insurer/login:password'),
  ])
  expect(given({ ESBD_TLS_CERTS: one.cert })).toEqual([
    expect.stringContaining('ESBD_TLS_CERTS: insurer/PEM'),
  ])
  expect(given({ ...certs, ESBD_TLS_KEYS: `1/${one.key}` })).toEqual([
    expect.stringContaining('no key of insurer 2'),
  ])
  expect(given({ ...certs, ESBD_TLS_CERTS: `1/${one.cert}` })).toEqual([
    expect.stringContaining('no certificate of insurer 2'),
  ])
  expect(given({ ESBD_TLS_CERTS: `1/${one.cert}`, ESBD_TLS_KEYS: `1/${one.key}` })).toEqual([
    expect.stringContaining('others have one'),
  ])
  expect(given({ ...certs, ESBD_TLS_KEYS: `1/${two.key},2/${two.key}` })).toEqual([
    expect.stringContaining('not that of its certificate'),
  ])
  expect(given({ ...certs, ESBD_USERS: `1/one:${first}` })).toEqual([
    expect.stringContaining('no login of insurer 2'),
  ])
  expect(given({ ESBD_TLS_CA: 'root.pem' })).toEqual(['ESBD_TLS_CA is not a certificate in PEM'])
})

const because: Record<string, string> = {
  SMS_ADDRESS: 'SMS_GATEWAYS names smsc',
  SMS_LOGIN: 'needed beside SMS_ADDRESS',
  SMS_PASSWORD: 'needed beside SMS_ADDRESS',
}
const missing = (name: string): string =>
  `${name} is missing (${because[name] ?? 'needed when SANDBOX=off'})`

test('production without its secrets does not start, and the list names every one that is missing', () => {
  const problems = problemsOf({ SANDBOX: 'off' })
  const needed = Object.keys(production).filter((name) => name !== 'SANDBOX')
  expect(problems).toEqual(expect.arrayContaining(needed.map(missing)))
  expect(problems).toHaveLength(needed.length)
})

test.each(Object.keys(production).filter((name) => name !== 'SANDBOX'))(
  'production does not start without %s',
  (name) => {
    expect(problemsOf({ ...production, [name]: undefined })).toEqual([missing(name)])
    expect(problemsOf({ ...production, [name]: '' })).toEqual([missing(name)])
  },
)

test.each([
  ['GKB_ADDRESS', 'http://localhost:4010/gkb'],
  ['BANK_ADDRESS', 'http://127.0.0.1:4010/bank'],
  ['ESBD_ADDRESSES', 'https://esbd.example/a.asmx,http://127.0.0.1:4010/esbd/IICWebService.asmx'],
])('a sandbox address left in production in %s stops the start', (name, address) => {
  expect(problemsOf({ ...production, [name]: address })).toEqual([
    `${name} points to this machine: a sandbox address may not be left in production`,
  ])
})

test('production speaks without TLS only to hosts it is told of', () => {
  const inside = {
    ...production,
    SHEP_ADDRESS: 'http://shep.inside',
    DATABASE_URL: 'postgres://db.inside/qorgan',
  }
  expect(problemsOf(inside).map((problem) => problem.split(':')[0])).toEqual([
    'SHEP_ADDRESS',
    'DATABASE_URL',
  ])
  expect(problemsOf({ ...inside, PLAIN_HOSTS: 'shep.inside, db.inside' })).toEqual([])
  const scanner = { ...production, ANTIVIRUS_ADDRESS: 'clamav.inside:3310' }
  expect(problemsOf(scanner).map((problem) => problem.split(':')[0])).toEqual(['ANTIVIRUS_ADDRESS'])
  expect(problemsOf({ ...scanner, PLAIN_HOSTS: 'clamav.inside' })).toEqual([])
  expect(readConfig(production).systems.mail.requireTls).toBe(true)
  expect(readConfig({ ...production, PLAIN_HOSTS: 'smtp.example' }).systems.mail.requireTls).toBe(
    false,
  )
})

test('production is served over https only and never with a switch of the tests', () => {
  expect(problemsOf({ ...production, PUBLIC_URL: 'http://qorgan.example' })).toEqual([
    'PUBLIC_URL must be https in production',
  ])
  expect(problemsOf({ ...production, STOP_AT: 'paid.commit' })).toEqual([
    'STOP_AT is for tests beside the sandbox',
  ])
})

test('every wrong value is in one list, an unknown setting of ours too', () => {
  const problems = problemsOf({
    PORT: '99999',
    SANDBOX: 'perhaps',
    DATABASE_URL: 'mysql://x',
    ESBD_ADRESSES: 'https://esbd.example',
  })
  expect(problems.map((problem) => problem.split(/[: ]/)[0]).toSorted()).toEqual([
    'DATABASE_URL',
    'ESBD_ADRESSES',
    'PORT',
    'SANDBOX',
  ])
  expect(problems).toContain('ESBD_ADRESSES is not a setting of this program')
})

test('a bucket is used with its keys, and not without them', () => {
  const bucket = {
    FILES_ADDRESS: 'https://s3.example/qorgan',
    FILES_ACCESS_KEY: 'a',
    FILES_SECRET_KEY: 's',
  }
  expect(readConfig({}).systems.bucket).toBeNull()
  expect(readConfig(bucket).systems.bucket).toEqual({
    address: bucket.FILES_ADDRESS,
    region: 'us-east-1',
    accessKey: 'a',
    secretKey: 's',
  })
  expect(() => readConfig({ ...bucket, FILES_SECRET_KEY: '' })).toThrow(
    'FILES_ADDRESS needs FILES_ACCESS_KEY and FILES_SECRET_KEY',
  )
})

test('the VAT on receipts is a setting, checked at the start', () => {
  expect(readConfig({}).systems.fiscal).toMatchObject({ vatPercent: undefined })
  const said = { FISCAL_VAT_PERCENT: '16' }
  expect(readConfig(said).systems.fiscal).toMatchObject({ vatPercent: 16 })
  const wrong = { FISCAL_VAT_PERCENT: '0' }
  expect(
    problemsOf(wrong)
      .map((problem) => problem.split(':')[0])
      .toSorted(),
  ).toEqual(Object.keys(wrong).toSorted())
})

test('settings of other programs are not ours to judge', () => {
  expect(problemsOf({ PATH: '/bin', HOME: '/root', npm_config_cache: 'x', TERM: 'xterm' })).toEqual(
    [],
  )
})

test('the order of the SMS gateways; Mobizon in production needs its address and key', () => {
  expect(readConfig({}).systems.smsOrder).toEqual(['sms'])
  expect(readConfig({ SMS_GATEWAYS: 'mobizon, smsc' }).systems.smsOrder).toEqual(['mobizon', 'sms'])
  for (const wrong of ['smsc,smsc', 'pigeon', ','])
    expect(problemsOf({ SMS_GATEWAYS: wrong })).toEqual([
      'SMS_GATEWAYS: one or more of smsc, mobizon, by commas',
    ])
  expect(readConfig(production).systems.smsGateways.mobizon).toBeNull()
  expect(problemsOf({ ...production, SMS_GATEWAYS: 'smsc,mobizon' })).toEqual([
    'MOBIZON_ADDRESS is missing (SMS_GATEWAYS names mobizon)',
    'MOBIZON_API_KEY is missing (needed beside MOBIZON_ADDRESS)',
  ])
})

test('production wants what the gateways need that SMS_GATEWAYS names, and nothing of the others', () => {
  const { SMS_ADDRESS: _address, SMS_LOGIN: _login, SMS_PASSWORD: _password, ...rest } = production
  const mobizon = {
    MOBIZON_ADDRESS: 'https://mobizon.example',
    MOBIZON_API_KEY,
  }
  const alone = { ...rest, ...mobizon, SMS_GATEWAYS: 'mobizon' }
  expect(problemsOf(alone)).toEqual([])
  expect(readConfig(alone).systems).toMatchObject({
    smsGateways: { sms: null },
    smsOrder: ['mobizon'],
  })
  const ofSmsc = ['SMS_ADDRESS', 'SMS_LOGIN', 'SMS_PASSWORD'].map(missing)
  for (const gateways of [undefined, 'smsc', 'mobizon,smsc'])
    expect(problemsOf({ ...rest, ...mobizon, SMS_GATEWAYS: gateways })).toEqual(ofSmsc)
  // A gateway outside the order that is configured must be complete: it may still have messages.
  expect(problemsOf({ ...alone, SMS_ADDRESS: production.SMS_ADDRESS })).toEqual(ofSmsc.slice(1))
})

test('tester phones mean nothing in production', () => {
  spec('3.4.8-tester-phone-numbers')

  expect(readConfig({ TESTER_PHONES: '77010000001, 77010000002' }).testerPhones).toEqual([
    '77010000001',
    '77010000002',
  ])
  expect(readConfig({ ...production, TESTER_PHONES: '77010000001' }).testerPhones).toEqual([])
})

test('the second step of a desk’s sign-in is on in production, off beside the sandbox, and a setting in both', () => {
  expect(readConfig({})).toMatchObject({ staffSignInCode: false, deskIdleMs: 30 * 60_000 })
  expect(readConfig({ STAFF_SIGN_IN_CODE: 'on', DESK_IDLE_MINUTES: '15' })).toMatchObject({
    staffSignInCode: true,
    deskIdleMs: 15 * 60_000,
  })
  expect(readConfig(production).staffSignInCode).toBe(true)
  expect(readConfig({ ...production, STAFF_SIGN_IN_CODE: 'off' }).staffSignInCode).toBe(false)
  expect(problemsOf({ DESK_IDLE_MINUTES: '1', STAFF_SIGN_IN: 'on' })).toHaveLength(2)
})
