import { z } from 'zod'
import { brand } from '#brand'
import { isBankLink } from '#systems/bank/link.ts'
import { phoneForms } from '#systems/bank/port.ts'
import { esbdIdNames } from '#systems/esbd/client.ts'
import { durabilities } from '../db/durability.ts'
import {
  esbdRow,
  flag,
  hostAndPort,
  isPattern,
  list,
  names,
  perInsurer,
  port,
  proxies,
  url,
  xmlType,
} from './setting-forms.ts'

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
  TESTER_PHONES: list.optional(),
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
  ESBD_IDS: list
    .refine(
      (ids) => ids.every((one) => esbdIdNames.includes(/^(\w+):\d+$/.exec(one)?.[1] ?? '')),
      'NAME:number',
    )
    .optional(),
  ESBD_TABLES: list
    .refine((rows) => rows.every((one) => esbdRow.test(one)), 'REGIONS:id:CODE or TF_TYPES:id:CODE')
    .optional(),
  ESBD_NOT_FOUND: z.string().refine(isPattern, 'a regular expression').optional(),
  ESBD_VEHICLES_BY: z.enum(['plate', 'vin']).optional(),
  ESBD_ADDRESSES: list.optional(),
  ESBD_USERS: list
    .refine((users) => users.every((one) => /^\d+\/[^:]+:.+$/.test(one)), LOGINS)
    .optional(),
  ESBD_TLS_CERTS: perInsurer.optional(),
  ESBD_TLS_KEYS: perInsurer.optional(),
  ESBD_TLS_CA: z.string().optional(),
  ESBD_PRICE_MAY_DIFFER: z.coerce.number().int().min(0).max(100).default(0),
  GKB_ADDRESS: url.optional(),
  GKB_USER: z.string().optional(),
  GKB_PASSWORD: z.string().optional(),
  GKB_USER_ID: z.string().optional(),
  GKB_NO_PERSON: list.optional(),
  GKB_STATUS_SIDES: list
    .refine(
      (rows) => rows.every((row) => /^[A-Z-]+:(theirs|ours|person|consent)$/.test(row)),
      'beginning:side, by commas',
    )
    .optional(),
  KDP_OMIT_SMS: flag.default('on'),
  KDP_TOKEN_DAYS: z.coerce.number().min(0.1).max(24).default(24),
  KDP_TOKEN_FIELDS: z.union([z.literal('none'), names(2)]).optional(),
  KDP_ACCESS: list.optional(),
  SOCIAL_SERVICE: z.string().optional(),
  SOCIAL_TYPE: xmlType.optional(),
  SOCIAL_GROUP: z.string().optional(),
  SOCIAL_BENEFIT_GROUPS: list.optional(),
  BMG_SERVICE: z.string().optional(),
  BMG_TYPE: xmlType.optional(),
  BMG_FIELDS: names(3).optional(),
  BMG_YES: list.optional(),
  BMG_NO: list.optional(),
  GKB_CONSENT_CONFIRMED: z.enum(['true', '1']).default('true'),
  GKB_NOT_FOUND: list.optional(),
  GKB_VEHICLES_BY: z.enum(['owner', 'plate']).default('owner'),
  GKB_VEHICLES_GONE: list.optional(),
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
  IDP_PKCE: flag.default('on'),
  IDP_SCOPES: z.string().optional(),
  PARTNER_SECRETS: list
    .refine(
      (secrets) => secrets.every((one) => /^[a-z][a-z0-9-]*:\S{16,}$/.test(one)),
      'name:secret of at least 16 characters, by commas',
    )
    .optional(),
  SCORING_ADDRESS: url.optional(),
  SCORING_TOKEN: z.string().optional(),
  SCORING_PATH: z.string().startsWith('/').optional(),
  SCORING_ACCEPT: list.optional(),
  SCORING_DECLINE: list.optional(),
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
  BANK_PHONE_FORM: z.enum(phoneForms).default('8'),
  BANK_UNKNOWN_PHONE_CODES: list
    .refine((codes) => codes.every((code) => /^-?\d{1,12}$/.test(code)), 'numbers, by commas')
    .transform((codes) => codes.map(Number))
    .default([-1404]),
  BANK_LINK: z
    .string()
    .refine(isBankLink, 'a web address; its places are {bill} and {sum}')
    .optional(),
  BANK_SETTLE_SECONDS: z.coerce.number().int().min(1).max(3_600).optional(),
  BANK_TLS_CERT: z.string().optional(),
  BANK_TLS_KEY: z.string().optional(),
  ACQUIRER_ADDRESS: url.optional(),
  ACQUIRER_MERCHANT: z.string().optional(),
  ACQUIRER_SECRET: z.string().optional(),
  ACQUIRER_PLAIN_SCRIPTS: flag.default('off'),
  ACQUIRER_REFUND_SEEN_MINUTES: z.coerce.number().int().min(1).max(10_080).optional(),
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
  FISCAL_BILL_PAYMENT: z.enum(['mobile', 'card']).default('mobile'),
  SMS_ADDRESS: url.optional(),
  SMS_LOGIN: z.string().optional(),
  SMS_PASSWORD: z.string().optional(),
  SMS_SENDER: z.string().optional(),
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
