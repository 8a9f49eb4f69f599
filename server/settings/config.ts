import { createPrivateKey, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { type AppleKeys, type GoogleKeys, passTypeOf } from '#documents/wallet/keys.ts'
import { projectHome } from '../db/embedded.ts'
import { Environment, settingNames } from './environment.ts'
import {
  demonstrationSigningKey,
  loginProblems,
  neededInProduction,
  weakSecrets,
} from './production.ts'
import { epayProblems, smsProblems, systemSettings } from './system-settings.ts'
import { pace, shutdownLimits } from './time-limits.ts'

const apple = ['WALLET_APPLE_CERT', 'WALLET_APPLE_KEY', 'WALLET_APPLE_WWDR'] as const
const google = ['WALLET_GOOGLE_ACCOUNT', 'WALLET_GOOGLE_KEY', 'WALLET_GOOGLE_CLASS'] as const

/** Keys of the phones' wallets; null without them: no screen offers that wallet. */
function walletSettings(env: Environment): {
  apple: AppleKeys | null
  google: GoogleKeys | null
} {
  const { WALLET_APPLE_CERT: cert, WALLET_APPLE_KEY: key, WALLET_APPLE_WWDR: wwdr } = env
  const { WALLET_GOOGLE_ACCOUNT: account, WALLET_GOOGLE_CLASS: passClass } = env
  const googleKey = env.WALLET_GOOGLE_KEY
  return {
    apple: cert && key && wwdr ? { cert, key, wwdr } : null,
    google: account && googleKey && passClass ? { account, key: googleKey, passClass } : null,
  }
}

/** Problems of the keys: some of a wallet's are missing or malformed. */
function walletProblems(env: Environment): string[] {
  const some = [apple, google].flatMap((names) =>
    names.some((name) => env[name]) && names.some((name) => !env[name])
      ? [`${names.join(', ')} are set together or not at all`]
      : [],
  )
  if (some.length > 0) return some
  const { WALLET_APPLE_CERT: cert, WALLET_APPLE_WWDR: wwdr, WALLET_APPLE_KEY: key } = env
  const googleKey = env.WALLET_GOOGLE_KEY
  return [
    ...(cert ? read('WALLET_APPLE_CERT', () => problemOf(cert, key ?? '')) : []),
    ...(wwdr ? read('WALLET_APPLE_WWDR', () => nothing(new X509Certificate(wwdr))) : []),
    ...(googleKey ? read('WALLET_GOOGLE_KEY', () => nothing(createPrivateKey(googleKey))) : []),
  ]
}

function problemOf(cert: string, key: string): string | null {
  if (!passTypeOf(cert)) return 'names no pass type (UID=pass.…) and team (OU)'
  return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    ? null
    : 'does not belong to WALLET_APPLE_KEY'
}

/** A readable value has no problem. */
const nothing = (_read: unknown): null => null

/** The problem a look finds; what cannot be read at all is no PEM. */
function read(name: string, look: () => string | null): string[] {
  try {
    const problem = look()
    return problem ? [`${name} ${problem}`] : []
  } catch {
    return [`${name} is no PEM that can be read`]
  }
}

const hostOf = (address: string): string => new URL(address).hostname
const ownMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/

/**
 * Finds settings that would send plain text over a network, without TLS. `closed`: hosts of closed
 * networks where that is acceptable (`PLAIN_HOSTS`). Addresses on this machine use no network.
 * Another check covers malformed addresses.
 */
export function plainAddresses(
  given: Readonly<Record<string, string | undefined>>,
  closed: readonly string[],
): string[] {
  const plain: [setting: string, host: string][] = []
  for (const [name, value = ''] of Object.entries(given)) {
    if (!/_(ADDRESS|ADDRESSES|ENDPOINT)$|^AML_LISTS$/.test(name)) continue
    for (const address of value.split(',').map((one) => one.trim().replace(/^[A-Z_]+=/, '')))
      if (address.startsWith('http:') && URL.canParse(address)) plain.push([name, hostOf(address)])
  }
  // The scanner's protocol has no TLS.
  const scanner = `tcp://${given.ANTIVIRUS_ADDRESS ?? ''}`
  if (given.ANTIVIRUS_ADDRESS && URL.canParse(scanner))
    plain.push(['ANTIVIRUS_ADDRESS', hostOf(scanner)])
  for (const name of ['DATABASE_URL', 'DATABASE_REPORTS_URL']) {
    const database = given[name] ?? ''
    if (URL.canParse(database) && !/[?&]sslmode=(require|verify-ca|verify-full)\b/.test(database))
      plain.push([name, hostOf(database)])
  }
  return plain
    .filter(([, host]) => !ownMachine.test(host) && !closed.includes(host))
    .map(
      ([name, host]) =>
        `${name}: ${host} would be spoken to without TLS; in a closed network name the host in PLAIN_HOSTS`,
    )
}

/**
 * Configuration from the environment, checked once at start: an unknown or missing value stops the
 * program with a list of everything that is wrong. Beside the sandbox nothing has to be set; in
 * production (SANDBOX=off) everything must be, and no secret that others know.
 */
const OURS =
  /^(ESBD|GKB|KDP|BMG|SOCIAL|SHEP|IDP|PARTNER|SCORING|AML|BANK|ACQUIRER|EPAY|FISCAL|ADDRESSES|SMS|MOBIZON|SMTP|MAIL|SANDBOX|DATABASE|QORGAN|TESTER|SIGNING|FILES|ANTIVIRUS|STAFF|DESK|OTEL|WALLET)_/
const LOCAL = /\/\/(localhost|127\.|\[::1\]|0\.0\.0\.0)/

export class BadConfiguration extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'BadConfiguration'
    this.problems = problems
  }
}

export type Config = ReturnType<typeof readConfig>

/** Reads and checks the environment. Throws `BadConfiguration` with every problem found. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const known = new Set(settingNames)
  const problems = Object.keys(given)
    .filter((name) => OURS.test(name) && !known.has(name) && name !== 'SANDBOX_DATA')
    .map((name) => `${name} is not a setting of this program`)
  const read = Environment.safeParse(given)
  if (!read.success)
    problems.push(...read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  if (!read.success) throw new BadConfiguration(problems)
  const env = read.data
  const production = env.SANDBOX === 'off'
  if (env.FILES_ADDRESS && !(env.FILES_ACCESS_KEY && env.FILES_SECRET_KEY))
    problems.push('FILES_ADDRESS needs FILES_ACCESS_KEY and FILES_SECRET_KEY')
  problems.push(
    ...loginProblems(env),
    ...walletProblems(env),
    ...epayProblems(env),
    ...smsProblems(env),
  )
  if (production) {
    problems.push(
      ...neededInProduction
        .filter((name) => env[name] === undefined)
        .map((name) => `${name} is missing (needed when SANDBOX=off)`),
    )
    for (const [name, value] of Object.entries(given))
      if (name.endsWith('_ADDRESS') || name.endsWith('_ADDRESSES') || name === 'AML_LISTS')
        if (LOCAL.test(value ?? ''))
          problems.push(
            `${name} points to this machine: a sandbox address may not be left in production`,
          )
    if (env.STOP_AT) problems.push('STOP_AT is for tests beside the sandbox')
    problems.push(...plainAddresses(given, env.PLAIN_HOSTS), ...weakSecrets(given))
    if (env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https://'))
      problems.push('PUBLIC_URL must be https in production')
  }
  if (problems.length > 0) throw new BadConfiguration(problems)
  return settings(env, production)
}

function settings(env: Environment, production: boolean) {
  const sandbox = `http://127.0.0.1:${env.SANDBOX_PORT}`
  const sandboxPorts = {
    port: env.SANDBOX_PORT,
    smtpPort: env.SANDBOX_SMTP_PORT ?? env.SANDBOX_PORT + 1,
    antivirusPort: env.SANDBOX_ANTIVIRUS_PORT ?? env.SANDBOX_PORT + 2,
  }
  const drainSeconds = env.DRAIN_SECONDS ?? (production ? shutdownLimits.drainSeconds : 0)
  const { refundSeenMs, ...paced } = pace[env.TIMINGS ?? (production ? 'production' : 'sandbox')]
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    databaseUrl: env.DATABASE_URL,
    /** A standby that reports are read from. */
    reportsUrl: env.DATABASE_REPORTS_URL,
    databasePool: env.DATABASE_POOL,
    /** Beside the sandbox no paid data can be lost. */
    durability: production ? env.DATABASE_DURABILITY : ('asynchronous' as const),
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Destination of traces, and their share; null: none. */
    tracing: tracingOf(env),
    home: env.QORGAN_HOME,
    /**
     * Folder of uploads, or of those waiting for the object storage; without one, several machines
     * share it.
     */
    filesDir: env.FILES_DIR ?? join(projectHome(join(import.meta.dirname, '../..')), 'files'),
    sandbox: production ? null : { url: sandbox, ...sandboxPorts },
    /** How a buyer accepts the documents: by the paying button, or by a tick beside it too. */
    acceptance: env.ACCEPTANCE,
    logLevel: env.LOG_LEVEL,
    worker: env.WORKER === 'on',
    /**
     * Calls beyond what the process can answer are shed early. Beside the sandbox a busy
     * machine is not a full process.
     */
    loadShedding: env.LOAD_SHEDDING ? env.LOAD_SHEDDING === 'on' : production,
    /** A stopping process answers so long as not ready; then its last answers have so long. */
    drainMs: drainSeconds * 1_000,
    lastAnswersMs:
      drainSeconds > 0 ? shutdownLimits.lastAnswersMs : shutdownLimits.lastAnswersUndrainedMs,
    /** After this time a call that may continue in the background answers so. */
    slowAnswerMs: env.SLOW_ANSWER_SECONDS * 1_000,
    /**
     * Number of proxies before the process that write the caller into `X-Forwarded-For`; 0: trusts
     * none.
     */
    proxies: env.TRUST_PROXY,
    /** People on watch: each gets a letter when sales stop, and when they continue. */
    alarmMail: env.ALARM_MAIL,
    /**
     * SMS to these stay in the sandbox on a non-production server; nothing in production and never
     * sent to a browser.
     */
    testerPhones: production ? [] : (env.TESTER_PHONES ?? []),
    checkReplies: env.CHECK_REPLIES ? env.CHECK_REPLIES === 'on' : !production,
    /** Staff and accountants confirm a sign-in by a code from an SMS. */
    staffSignInCode: env.STAFF_SIGN_IN_CODE ? env.STAFF_SIGN_IN_CODE === 'on' : production,
    /** Whether the public check of a policy also accepts a plate (decision 188). */
    checkByPlate: env.CHECK_BY_PLATE ? env.CHECK_BY_PLATE === 'on' : !production,
    /** An unused session of staff and accountants is over after so long, milliseconds. */
    deskIdleMs: env.DESK_IDLE_MINUTES * 60_000,
    stopAt: env.STOP_AT,
    ...paced,
    signingKey: env.SIGNING_KEY ?? demonstrationSigningKey(),
    wallet: walletSettings(env),
    /** Secrets shared with partners, by the name in the partner's row. */
    partnerSecrets: secretsOf(env.PARTNER_SECRETS ?? ['freedom:sandbox-partner-secret']),
    systems: systemSettings(env, { production, sandbox, ports: sandboxPorts, refundSeenMs }),
  }
}

const tracingOf = (env: Environment) =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: Object.fromEntries(
          (env.OTEL_EXPORTER_OTLP_HEADERS ?? []).map((one) => one.split(/=(.*)/s).slice(0, 2)),
        ),
        service: env.OTEL_SERVICE_NAME,
        share: env.OTEL_TRACES_SAMPLER_ARG,
        everyMs: env.OTEL_BSP_SCHEDULE_DELAY,
      }
    : null

/** `name:secret` by partners. */
const secretsOf = (pairs: readonly string[]): Map<string, string> =>
  new Map(
    pairs.map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]),
  )
