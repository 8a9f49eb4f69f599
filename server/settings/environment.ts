import { z } from 'zod'
import { smsSettings } from '#domain/sms-gateways.ts'
import { isBankLink } from '#systems/bank/client.ts'
import { brand } from '../../brand.ts'
import { durabilities } from '../db/connect.ts'

/**
 * Every setting of the product by its name in the environment; what follows from them is made in
 * `config.ts`.
 */
const port = z.coerce.number().int().min(1).max(65_535)
const flag = z.enum(['on', 'off'])
/** Number of proxies before the process; `on` is one. */
const proxies = z
  .string()
  .regex(/^(on|off|\d)$/, 'off, on or how many proxies')
  .transform((text) => (text === 'off' ? 0 : text === 'on' ? 1 : Number(text)))
const url = z.url({ protocol: /^https?$/, hostname: /.+/ })
const hostAndPort = z.string().regex(/^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i, 'host:port')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
/**
 * PEM texts by the insurer's number in the unified database: `1/-----BEGIN …,2/-----BEGIN …`. A
 * comma within a PEM's remarks is its own.
 */
const perInsurer = z
  .string()
  .transform((text) => text.split(/,(?=\s*\d+\/)/).map((one) => one.trim()))
  .refine(
    (all) => all.every((one) => /^\d+\/[\s\S]*-----BEGIN /.test(one)),
    'insurer/PEM by commas: 1/-----BEGIN …,2/-----BEGIN …',
  )
  .transform(
    (all) =>
      new Map(
        all.map((one) => [Number(one.slice(0, one.indexOf('/'))), one.slice(one.indexOf('/') + 1)]),
      ),
  )

const LOGINS =
  'insurer/login:password by commas, the insurer by its number in the unified database: 1/name:password,2/name:password'

export const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url.optional(),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  PLAIN_HOSTS: list.default([]),
  DATABASE_REPORTS_URL: z.string().startsWith('postgres').optional(),
  DATABASE_DURABILITY: z.enum(durabilities).default('synchronous'),
  DATABASE_POOL: z.coerce.number().int().min(4).max(200).default(16),
  QORGAN_HOME: z.string().optional(),
  SANDBOX: flag.default('on'),
  SANDBOX_PORT: port.default(4010),
  SANDBOX_SMTP_PORT: port.optional(),
  SANDBOX_ANTIVIRUS_PORT: port.optional(),
  ACCEPTANCE: z.enum(['button', 'tick']).default('button'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  WORKER: flag.default('on'),
  LOAD_SHEDDING: flag.optional(),
  SLOW_ANSWER_SECONDS: z.coerce.number().min(0.05).max(9).default(8),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).optional(),
  TESTER_PHONES: list
    .refine((phones) => phones.every((one) => /^7\d{10}$/.test(one)), '7 and ten digits, by commas')
    .optional(),
  TRUST_PROXY: proxies.default(0),
  CHECK_REPLIES: flag.optional(),
  TIMINGS: z.enum(['production', 'sandbox']).optional(),
  STAFF_SIGN_IN_CODE: flag.optional(),
  CHECK_BY_PLATE: flag.optional(),
  DESK_IDLE_MINUTES: z.coerce.number().int().min(5).max(1_440).default(30),
  METRICS_TOKEN: z.string().min(20).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: list
    .refine((headers) => headers.every((one) => /^[\w-]+=.+$/.test(one)), 'name=value, by commas')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default(brand.code),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(50).max(60_000).default(2_000),
  STOP_AT: z.string().optional(),
  SIGNING_KEY: z.string().min(40).optional(),
  ESBD_ADDRESSES: list.optional(),
  ESBD_USERS: list
    .refine((users) => users.every((one) => /^\d+\/[^:]+:.+$/.test(one)), LOGINS)
    .optional(),
  ESBD_TLS_CERTS: perInsurer.optional(),
  ESBD_TLS_KEYS: perInsurer.optional(),
  ESBD_TLS_CA: z.string().optional(),
  GKB_ADDRESS: url.optional(),
  GKB_USER: z.string().optional(),
  GKB_PASSWORD: z.string().optional(),
  GKB_USER_ID: z.string().optional(),
  KDP_OMIT_SMS: flag.default('on'),
  GKB_VEHICLES_BY: z.enum(['owner', 'plate']).default('owner'),
  SHEP_ADDRESS: url.optional(),
  SHEP_SENDER: z.string().optional(),
  SHEP_PASSWORD: z.string().optional(),
  SHEP_RESPONSIBLE: z.string().optional(),
  SHEP_SIGNER_ADDRESS: url.optional(),
  SHEP_SIGNER_KEY: z.string().optional(),
  SHEP_SIGNER_PASSWORD: z.string().optional(),
  IDP_ADDRESS: url.optional(),
  IDP_CLIENT_ID: z.string().optional(),
  IDP_CLIENT_SECRET: z.string().optional(),
  PARTNER_SECRETS: list
    .refine(
      (secrets) => secrets.every((one) => /^[a-z][a-z0-9-]*:\S{16,}$/.test(one)),
      'name:secret of at least 16 characters, by commas',
    )
    .optional(),
  SCORING_ADDRESS: url.optional(),
  SCORING_TOKEN: z.string().optional(),
  AML_ADDRESS: url.optional(),
  AML_API_KEY: z.string().optional(),
  AML_LISTS: list
    .refine(
      (lists) => lists.every((one) => /^[A-Z_]+=https?:\/\/\S+$/.test(one)),
      'code=address, by commas',
    )
    .optional(),
  BANK_ADDRESS: url.optional(),
  BANK_ORGANIZATION_BIN: z.string().optional(),
  BANK_DEVICE_TOKEN: z.string().optional(),
  BANK_LINK: z
    .string()
    .refine(isBankLink, 'a web address; its places are {bill} and {sum}')
    .optional(),
  BANK_TLS_CERT: z.string().optional(),
  BANK_TLS_KEY: z.string().optional(),
  ACQUIRER_ADDRESS: url.optional(),
  ACQUIRER_MERCHANT: z.string().optional(),
  ACQUIRER_SECRET: z.string().optional(),
  EPAY_ADDRESS: url.optional(),
  EPAY_OAUTH_ADDRESS: url.optional(),
  EPAY_CLIENT_ID: z.string().optional(),
  EPAY_CLIENT_SECRET: z.string().optional(),
  EPAY_TERMINAL: z.string().optional(),
  EPAY_SHOP: z.string().optional(),
  ADDRESSES_ADDRESS: url.optional(),
  ADDRESSES_API_KEY: z.string().optional(),
  FISCAL_ADDRESS: url.optional(),
  FISCAL_API_KEY: z.string().optional(),
  FISCAL_LOGIN: z.string().optional(),
  FISCAL_PASSWORD: z.string().optional(),
  FISCAL_CASHBOX: z.string().optional(),
  FISCAL_VAT_PERCENT: z.coerce.number().gt(0).max(30).optional(),
  SMS_ADDRESS: url.optional(),
  SMS_LOGIN: z.string().optional(),
  SMS_PASSWORD: z.string().optional(),
  SMS_SENDER: z.string().optional(),
  SMS_GATEWAYS: list
    .refine(
      (names) =>
        names.length > 0 &&
        new Set(names).size === names.length &&
        names.every((one) => smsSettings.includes(one)),
      `one or more of ${smsSettings.join(', ')}, by commas`,
    )
    .default(['smsc']),
  MOBIZON_ADDRESS: url.optional(),
  MOBIZON_API_KEY: z.string().optional(),
  MOBIZON_SENDER: z.string().optional(),
  FILES_DIR: z.string().optional(),
  FILES_ADDRESS: url.optional(),
  FILES_REGION: z.string().default('us-east-1'),
  FILES_ACCESS_KEY: z.string().optional(),
  FILES_SECRET_KEY: z.string().optional(),
  ANTIVIRUS_ADDRESS: hostAndPort.optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: port.optional(),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z.email().optional(),
  ALARM_MAIL: list
    .refine((all) => all.every((one) => z.email().safeParse(one).success), 'e-mails, by commas')
    .default([]),
  WALLET_APPLE_CERT: z.string().optional(),
  WALLET_APPLE_KEY: z.string().optional(),
  WALLET_APPLE_WWDR: z.string().optional(),
  WALLET_GOOGLE_ACCOUNT: z.email().optional(),
  WALLET_GOOGLE_KEY: z.string().optional(),
  WALLET_GOOGLE_CLASS: z
    .string()
    .regex(/^\d+\.[\w.-]+$/, 'issuer.class')
    .optional(),
})
export type Environment = z.infer<typeof Environment>

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)
