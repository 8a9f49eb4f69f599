import { demonstrationSigningKey, published } from './published-secrets.ts'

/**
 * How a secret stands in its setting: alone, after a name (`name:secret,…`), after a header's name,
 * or as the password of an address.
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

/**
 * Words that stand in samples, sandboxes and first guesses, and in nothing that was made at random.
 */
const PLACEHOLDER =
  /replace|sandbox|example|sample|change-?me|secret|password|passwd|qwerty|insecure|12345|[<>…]|\$\{/i
/**
 * Short words of the kind come about by chance within a long secret (`demo` in one of 25,000): they
 * are placeholders where they stand as a word, or are a quarter of the secret.
 */
const SHORT_PLACEHOLDER = /demo|dummy|abcde/i
const SHORT_WORD = new RegExp(`(?<![a-z0-9])(${SHORT_PLACEHOLDER.source})(?![a-z])`, 'i')
/** Fewer different characters than this are one letter repeated, or a pattern of few. */
const DIFFERENT = 6

/**
 * What is wrong with a secret for production, or null. Whoever reads this repository knows what
 * stands in it.
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

/** Settings whose secrets production does not take, each with why and never with what it is. */
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
