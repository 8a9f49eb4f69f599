import { join } from 'node:path'
import { type Side, sides } from '#systems/gbd-status.ts'
import { projectHome } from '../db/embedded.ts'
import { Environment, neededInProduction, settingNames } from './environment.ts'
import { esbdKnownCodes } from './esbd-known-codes.ts'
import { insurerLogins, loginProblems } from './insurer-logins.ts'
import { plainAddresses } from './plain-addresses.ts'
import { weakSecrets } from './production-secrets.ts'
import { demonstrationSigningKey } from './published-secrets.ts'
import { pace, shutdownLimits } from './time-limits.ts'

/**
 * Configuration from the environment, checked once at start: an unknown or missing value stops the
 * program with a list of everything that is wrong. Beside the sandbox nothing has to be set; in
 * production (SANDBOX=off) everything must be, and no secret that others know.
 */
const OURS =
  /^(ESBD|GKB|KDP|BMG|SOCIAL|SHEP|IDP|PARTNER|SCORING|AML|BANK|ACQUIRER|FISCAL|ADDRESSES|SMS|SMTP|MAIL|SANDBOX|DATABASE|QORGAN|TESTER|SIGNING|FILES|ANTIVIRUS|STAFF|DESK|OTEL)_/
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
  problems.push(...loginProblems(env))
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
  const pair = (text: string) => ({
    name: text.slice(0, text.indexOf(':')),
    password: text.slice(text.indexOf(':') + 1),
  })
  const drainSeconds = env.DRAIN_SECONDS ?? (production ? shutdownLimits.drainSeconds : 0)
  const { refundSeenMs, ...paced } = pace[env.TIMINGS ?? (production ? 'production' : 'sandbox')]
  const tls = (cert?: string, key?: string) => (cert && key ? { cert, key } : undefined)
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    databaseUrl: env.DATABASE_URL,
    /** A standby that reports are read from. */
    reportsUrl: env.DATABASE_REPORTS_URL,
    databasePool: env.DATABASE_POOL,
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Where traces are sent, and how many of them; null: nowhere. */
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: Object.fromEntries(
            (env.OTEL_EXPORTER_OTLP_HEADERS ?? []).map((one) => one.split(/=(.*)/s).slice(0, 2)),
          ),
          service: env.OTEL_SERVICE_NAME,
          share: env.OTEL_TRACES_SAMPLER_ARG,
          everyMs: env.OTEL_BSP_SCHEDULE_DELAY,
        }
      : null,
    home: env.QORGAN_HOME,
    /**
     * Where uploads are kept, or wait for the object storage; without one, several machines share
     * this folder.
     */
    filesDir: env.FILES_DIR ?? join(projectHome(join(import.meta.dirname, '../..')), 'files'),
    sandbox: production ? null : { url: sandbox, ...sandboxPorts },
    logLevel: env.LOG_LEVEL,
    worker: env.WORKER === 'on',
    /**
     * Calls beyond what the process can answer are shed early. Beside the sandbox a busy
     * machine is not a full process.
     */
    loadShedding: env.LOAD_SHEDDING ? env.LOAD_SHEDDING === 'on' : production,
    /**
     * A process that was asked to stop answers so long without being ready; afterwards its last
     * answers have so long.
     */
    drainMs: drainSeconds * 1_000,
    lastAnswersMs:
      drainSeconds > 0 ? shutdownLimits.lastAnswersMs : shutdownLimits.lastAnswersUndrainedMs,
    /** A call that may go on in the background tells so after so long. */
    slowAnswerMs: env.SLOW_ANSWER_SECONDS * 1_000,
    /**
     * How many proxies before the process say in `X-Forwarded-For` who asks; 0: none is believed.
     */
    proxies: env.TRUST_PROXY,
    /**
     * SMS to these stay in the sandbox on a non-production server; nothing in production and never
     * sent to a browser.
     */
    testerPhones: production ? [] : (env.TESTER_PHONES ?? []),
    checkReplies: env.CHECK_REPLIES ? env.CHECK_REPLIES === 'on' : !production,
    /** Staff and accountants confirm a sign-in by a code from an SMS. */
    staffSignInCode: env.STAFF_SIGN_IN_CODE ? env.STAFF_SIGN_IN_CODE === 'on' : production,
    /** An unused session of staff and accountants is over after so long, milliseconds. */
    deskIdleMs: env.DESK_IDLE_MINUTES * 60_000,
    stopAt: env.STOP_AT,
    ...paced,
    ...(env.BANK_SETTLE_SECONDS === undefined
      ? {}
      : { refundSettleSeconds: env.BANK_SETTLE_SECONDS }),
    signingKey: env.SIGNING_KEY ?? demonstrationSigningKey(),
    /** Secrets shared with partners, by the name in the partner's row. */
    partnerSecrets: new Map(
      (env.PARTNER_SECRETS ?? ['freedom:sandbox-partner-secret'])
        .map(pair)
        .map(({ name, password }) => [name, password]),
    ),
    systems: {
      esbd: {
        told: esbdKnownCodes(env),
        addresses: env.ESBD_ADDRESSES ?? [`${sandbox}/esbd/IICWebService.asmx`],
        /** A login belongs to one insurer. */
        insurers: insurerLogins(env),
        /** The operator's own root: with it no other is trusted. */
        ca: env.ESBD_TLS_CA,
        /** Tenge by which their premium may differ from ours. Guess: they round as we do. */
        priceMayDiffer: env.ESBD_PRICE_MAY_DIFFER,
      },
      gkb: {
        address: env.GKB_ADDRESS ?? `${sandbox}/gkb`,
        user: env.GKB_USER ?? 'qorgan',
        password: env.GKB_PASSWORD ?? 'sandbox',
        userId: env.GKB_USER_ID ?? 'qorgan',
        noPerson: env.GKB_NO_PERSON,
        statusSides: sidesOf(env.GKB_STATUS_SIDES),
        consentConfirmed: env.GKB_CONSENT_CONFIRMED,
        notFound: env.GKB_NOT_FOUND,
        vehiclesBy: env.GKB_VEHICLES_BY,
        vehiclesGone: env.GKB_VEHICLES_GONE,
      },
      kdp: {
        /** No SMS to whoever we have made sure of ourselves. */
        omitSms: env.KDP_OMIT_SMS === 'on',
        tokenMs: Math.round(env.KDP_TOKEN_DAYS * 86_400_000),
        tokenFields: env.KDP_TOKEN_FIELDS === 'none' ? null : pairOf(env.KDP_TOKEN_FIELDS),
        access: env.KDP_ACCESS,
      },
      social: {
        serviceId: env.SOCIAL_SERVICE,
        type: env.SOCIAL_TYPE,
        groupId: env.SOCIAL_GROUP,
        privilegeGroups: env.SOCIAL_BENEFIT_GROUPS,
      },
      bmg: {
        serviceId: env.BMG_SERVICE,
        type: env.BMG_TYPE,
        fields: tripleOf(env.BMG_FIELDS),
        yes: env.BMG_YES,
        no: env.BMG_NO,
      },
      shep: {
        address: env.SHEP_ADDRESS ?? `${sandbox}/shep`,
        sender: env.SHEP_SENDER ?? 'qorgan',
        password: env.SHEP_PASSWORD ?? 'sandbox',
        responsible: env.SHEP_RESPONSIBLE ?? 'Qorgan',
        signer: env.SHEP_SIGNER_ADDRESS
          ? {
              address: env.SHEP_SIGNER_ADDRESS,
              key: env.SHEP_SIGNER_KEY ?? '',
              password: env.SHEP_SIGNER_PASSWORD ?? '',
            }
          : null,
      },
      idp: {
        address: env.IDP_ADDRESS ?? sandbox,
        clientId: env.IDP_CLIENT_ID ?? 'qorgan',
        clientSecret: env.IDP_CLIENT_SECRET ?? 'sandbox',
        pkce: env.IDP_PKCE === 'on',
        scopes: env.IDP_SCOPES,
      },
      scoring: {
        address: env.SCORING_ADDRESS ?? `${sandbox}`,
        token: env.SCORING_TOKEN ?? 'sandbox',
        path: env.SCORING_PATH,
        accept: env.SCORING_ACCEPT,
        decline: env.SCORING_DECLINE,
      },
      aml: {
        address: env.AML_ADDRESS ?? sandbox,
        apiKey: env.AML_API_KEY,
        /**
         * Where a list lies whose address is not the publisher's own with the list's path: the UN's
         * has a host of its own.
         */
        lists: new Map(
          (env.AML_LISTS ?? []).map((one) => [
            one.slice(0, one.indexOf('=')),
            one.slice(one.indexOf('=') + 1),
          ]),
        ),
      },
      bank: {
        address: env.BANK_ADDRESS ?? `${sandbox}/bank`,
        organizationBin: env.BANK_ORGANIZATION_BIN ?? '180440099996',
        deviceToken: env.BANK_DEVICE_TOKEN ?? 'sandbox-device',
        phoneForm: env.BANK_PHONE_FORM,
        unknownPhoneCodes: env.BANK_UNKNOWN_PHONE_CODES,
        tls: tls(env.BANK_TLS_CERT, env.BANK_TLS_KEY),
      },
      acquirer: {
        address: env.ACQUIRER_ADDRESS ?? `${sandbox}/acquirer`,
        merchant: env.ACQUIRER_MERCHANT ?? '100001',
        secret: env.ACQUIRER_SECRET ?? 'sandbox-secret',
        plainScripts: env.ACQUIRER_PLAIN_SCRIPTS === 'on',
        /** A refund whose answer was lost stands in their list by then, or was never heard. */
        refundSeenMs: env.ACQUIRER_REFUND_SEEN_MINUTES
          ? env.ACQUIRER_REFUND_SEEN_MINUTES * 60_000
          : refundSeenMs,
      },
      addresses: {
        address: env.ADDRESSES_ADDRESS ?? `${sandbox}/addresses`,
        apiKey: env.ADDRESSES_API_KEY ?? 'sandbox',
      },
      fiscal: {
        address: env.FISCAL_ADDRESS ?? `${sandbox}/fiscal`,
        apiKey: env.FISCAL_API_KEY ?? 'sandbox',
        login: env.FISCAL_LOGIN ?? 'qorgan',
        password: env.FISCAL_PASSWORD ?? 'sandbox',
        cashbox: env.FISCAL_CASHBOX ?? 'QORGAN-1',
        vatPercent: env.FISCAL_VAT_PERCENT,
        billPayment: env.FISCAL_BILL_PAYMENT,
      },
      /** The bucket where uploads are kept; without one they are in `filesDir`. */
      bucket:
        env.FILES_ADDRESS && env.FILES_ACCESS_KEY && env.FILES_SECRET_KEY
          ? {
              address: env.FILES_ADDRESS,
              region: env.FILES_REGION,
              accessKey: env.FILES_ACCESS_KEY,
              secretKey: env.FILES_SECRET_KEY,
            }
          : null,
      /** `host:port` of the daemon that scans uploads. */
      antivirus: { address: env.ANTIVIRUS_ADDRESS ?? `127.0.0.1:${sandboxPorts.antivirusPort}` },
      sms: {
        address: env.SMS_ADDRESS ?? `${sandbox}/sms`,
        login: env.SMS_LOGIN ?? 'qorgan',
        password: env.SMS_PASSWORD ?? 'sandbox',
        sender: env.SMS_SENDER ?? 'Qorgan',
      },
      mail: {
        host: env.SMTP_HOST ?? '127.0.0.1',
        port: env.SMTP_PORT ?? (production ? 587 : sandboxPorts.smtpPort),
        /** Whether mail is sent over TLS or not at all. */
        requireTls: production && !env.PLAIN_HOSTS.includes(env.SMTP_HOST ?? ''),
        user: env.SMTP_USER,
        password: env.SMTP_PASSWORD,
        from: env.MAIL_FROM ?? 'polis@qorgan.example',
      },
    },
  }
}

const pairOf = (list: string[] | undefined): readonly [string, string] | undefined =>
  list?.[0] && list[1] ? [list[0], list[1]] : undefined
const tripleOf = (list: string[] | undefined): readonly [string, string, string] | undefined =>
  list?.[0] && list[1] && list[2] ? [list[0], list[1], list[2]] : undefined

/** `beginning:side` by rows; the form is checked in `environment.ts`. */
const sidesOf = (rows: string[] | undefined): Record<string, Side> | undefined =>
  rows &&
  Object.fromEntries(
    rows.flatMap((row) => {
      const [start = '', side = ''] = row.split(':')
      const known = sides.find((one) => one === side)
      return known ? [[start, known]] : []
    }),
  )
