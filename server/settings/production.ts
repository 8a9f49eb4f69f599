import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import type { Environment } from './environment.ts'
import { insurerLogins } from './system-settings.ts'

/** Settings production requires; beside the sandbox each has its sandbox value. */
export const neededInProduction = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'SIGNING_KEY',
  'ESBD_ADDRESSES',
  'ESBD_USERS',
  'GKB_ADDRESS',
  'GKB_USER',
  'GKB_PASSWORD',
  'SHEP_ADDRESS',
  'SHEP_SENDER',
  'SHEP_PASSWORD',
  'IDP_ADDRESS',
  'IDP_CLIENT_ID',
  'IDP_CLIENT_SECRET',
  'PARTNER_SECRETS',
  'SCORING_ADDRESS',
  'SCORING_TOKEN',
  'AML_ADDRESS',
  'BANK_ADDRESS',
  'BANK_ORGANIZATION_BIN',
  'BANK_DEVICE_TOKEN',
  'ACQUIRER_ADDRESS',
  'ACQUIRER_MERCHANT',
  'ACQUIRER_SECRET',
  'ADDRESSES_ADDRESS',
  'ADDRESSES_API_KEY',
  'FISCAL_ADDRESS',
  'FISCAL_API_KEY',
  'FISCAL_LOGIN',
  'FISCAL_PASSWORD',
  'FISCAL_CASHBOX',
  'ANTIVIRUS_ADDRESS',
  'SMTP_HOST',
  'MAIL_FROM',
] as const satisfies readonly (keyof Environment)[]

/** The signing key beside the sandbox. */
export const demonstrationSigningKey = (): string =>
  createHash('sha256').update('qorgan demonstration signing key').digest('base64url')

/**
 * Secrets that are in this repository and do not look like samples; a test reads every file for
 * those missing here.
 */
const published: ReadonlySet<string> = new Set([
  '/idp/oauth/token',
  'New-pass1',
  'authPromoterToken',
  'awaiting',
  'collector-collector-collector',
  'dauren-2026',
  'desk-2026',
  'laravel_auth.token',
  'new-word-1',
  'report-bench-token-of-an-accountant',
  'second-pass',
  'staff-2026',
  'temporary',
  'third-pass-1',
  'wrong-one',
])

/**
 * How a setting holds its secret: alone, after a name (`name:secret,…`), after a header's name, or
 * as the password of an address.
 */
type Shape = 'alone' | 'pairs' | 'headers' | 'address'

/**
 * Settings that are or hold a secret, and how long it is at least: what we choose ourselves is
 * long, what others issue is not guessed.
 */
export const secretSettings = {
  SIGNING_KEY: { shape: 'alone', least: 40 },
  METRICS_TOKEN: { shape: 'alone', least: 20 },
  PARTNER_SECRETS: { shape: 'pairs', least: 16 },
  DATABASE_URL: { shape: 'address', least: 8 },
  DATABASE_REPORTS_URL: { shape: 'address', least: 8 },
  OTEL_EXPORTER_OTLP_HEADERS: { shape: 'headers', least: 8 },
  ESBD_USERS: { shape: 'pairs', least: 8 },
  GKB_PASSWORD: { shape: 'alone', least: 8 },
  SHEP_PASSWORD: { shape: 'alone', least: 8 },
  SHEP_SIGNER_PASSWORD: { shape: 'alone', least: 8 },
  IDP_CLIENT_SECRET: { shape: 'alone', least: 8 },
  SCORING_TOKEN: { shape: 'alone', least: 8 },
  AML_API_KEY: { shape: 'alone', least: 8 },
  BANK_DEVICE_TOKEN: { shape: 'alone', least: 8 },
  ACQUIRER_SECRET: { shape: 'alone', least: 12 },
  EPAY_CLIENT_SECRET: { shape: 'alone', least: 12 },
  ADDRESSES_API_KEY: { shape: 'alone', least: 8 },
  FISCAL_API_KEY: { shape: 'alone', least: 8 },
  FISCAL_PASSWORD: { shape: 'alone', least: 8 },
  SMS_PASSWORD: { shape: 'alone', least: 8 },
  MOBIZON_API_KEY: { shape: 'alone', least: 40 },
  FILES_SECRET_KEY: { shape: 'alone', least: 16 },
  SMTP_PASSWORD: { shape: 'alone', least: 8 },
} as const satisfies Record<string, { shape: Shape; least: number }>

const names = Object.keys(secretSettings).filter(
  (name): name is keyof typeof secretSettings => name in secretSettings,
)

/** Words of samples, sandboxes and first guesses that no random secret contains. */
const PLACEHOLDER =
  /replace|sandbox|example|sample|change-?me|secret|password|passwd|qwerty|insecure|12345|[<>…]|\$\{/i
/**
 * Short words of this kind occur by chance within a long secret (`demo` in one of 25,000): they are
 * placeholders if they form a word, or a quarter of the secret.
 */
const SHORT_PLACEHOLDER = /demo|dummy|abcde/i
const SHORT_WORD = new RegExp(`(?<![a-z0-9])(${SHORT_PLACEHOLDER.source})(?![a-z])`, 'i')
/** Fewer different characters than this are one letter repeated, or a pattern of few. */
const DIFFERENT = 6

/**
 * Returns why a secret is unfit for production, or null. Readers of this repository know every
 * secret in it.
 */
export function secretProblem(
  secret: string,
  least: number,
): 'is too short' | 'can be guessed' | 'is published' | null {
  if (published.has(secret) || secret === demonstrationSigningKey()) return 'is published'
  if (secret.length < least) return 'is too short'
  const short = SHORT_PLACEHOLDER.exec(secret)?.[0] ?? ''
  const guessed = PLACEHOLDER.test(secret) || SHORT_WORD.test(secret)
  if (guessed || short.length * 4 >= Math.max(secret.length, 1)) return 'can be guessed'
  if (!/^[\x21-\x7e]+$/.test(secret)) return 'can be guessed'
  return new Set(secret).size < DIFFERENT || repeats(secret) ? 'can be guessed' : null
}

/** One piece again and again, the last perhaps cut off. */
const repeats = (text: string): boolean =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1).some((piece) =>
    text.startsWith(text.slice(piece)),
  )

const after = (text: string, mark: string): string => text.slice(text.indexOf(mark) + 1)
const parts = (value: string) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/**
 * The secrets within a setting's value. An address without a password has none: the database then
 * knows its clients otherwise.
 */
export function secretsIn(name: keyof typeof secretSettings, value: string): string[] {
  const shape: Shape = secretSettings[name].shape
  if (shape === 'alone') return [value]
  if (shape === 'pairs') return parts(value).map((one) => after(one, ':'))
  if (shape === 'headers')
    return parts(value)
      .filter((one) => /^[^=]*(auth|key|token|secret|password)/i.test(one))
      .map((one) => after(one, '=').replace(/^(Basic|Bearer)\s+/i, ''))
  const password = URL.canParse(value) ? new URL(value).password : ''
  return password ? [decodeURIComponent(password)] : []
}

/**
 * Returns the settings whose secrets production rejects, each with the reason and never the value.
 */
export function weakSecrets(given: Readonly<Record<string, string | undefined>>): string[] {
  return names.flatMap((name) => {
    const { least } = secretSettings[name]
    const value = given[name]
    const [problem] = value
      ? secretsIn(name, value).flatMap((secret) => secretProblem(secret, least) ?? [])
      : []
    return problem
      ? [
          `${name} ${problem}: production needs a secret of its own, of at least ${least} random characters`,
        ]
      : []
  })
}

/**
 * Returns missing or unfit logins, certificates and keys, each in a sentence that names the
 * insurer.
 */
export function loginProblems(env: Environment): string[] {
  const users = new Set(insurerLogins(env).map(({ systemId }) => systemId))
  const certs = env.ESBD_TLS_CERTS ?? new Map<number, string>()
  const keys = env.ESBD_TLS_KEYS ?? new Map<number, string>()
  const problems: string[] = []
  for (const insurer of new Set([...certs.keys(), ...keys.keys()])) {
    const [cert, key] = [certs.get(insurer), keys.get(insurer)]
    if (!users.has(insurer))
      problems.push(
        `ESBD_USERS has no login of insurer ${insurer}, whose certificate or key is given`,
      )
    if (!cert)
      problems.push(`ESBD_TLS_CERTS has no certificate of insurer ${insurer}, whose key is given`)
    if (!key)
      problems.push(`ESBD_TLS_KEYS has no key of insurer ${insurer}, whose certificate is given`)
    if (cert && key) problems.push(...pairProblems(insurer, cert, key))
  }
  // If one insurer's login needs a certificate, so do the others': the host requires it of every
  // client.
  if (certs.size > 0)
    for (const insurer of users)
      if (!certs.has(insurer) && !keys.has(insurer))
        problems.push(`ESBD_TLS_CERTS has no certificate of insurer ${insurer}, others have one`)
  if (env.ESBD_TLS_CA !== undefined && !isCertificate(env.ESBD_TLS_CA))
    problems.push('ESBD_TLS_CA is not a certificate in PEM')
  return problems
}

function pairProblems(insurer: number, cert: string, key: string): string[] {
  if (!isCertificate(cert))
    return [`ESBD_TLS_CERTS: that of insurer ${insurer} is not a certificate in PEM`]
  try {
    const fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    return fits
      ? []
      : [`ESBD_TLS_KEYS: the key of insurer ${insurer} is not that of its certificate`]
  } catch {
    return [
      `ESBD_TLS_KEYS: that of insurer ${insurer} is not a private key in PEM without a password`,
    ]
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem) !== null
  } catch {
    return false
  }
}
