import {
  type SmsGatewayName,
  settingOf,
  smsGatewayNames,
  smsGatewaySet,
} from '#domain/sms-gateways.ts'
import type { Environment } from './environment.ts'

/**
 * Beside the sandbox each of the four insurers of the demonstration has its logins; the number
 * before the dash is how the sandbox knows them.
 */
const sandboxUsers = [1, 2, 3, 4].flatMap((insurer) =>
  ['a', 'b', 'c', 'd'].map((one) => `${insurer}/${insurer}-qorgan-${one}:sandbox`),
)

type User = { name: string; password: string }
/**
 * One insurer's credentials for the unified database. `systemId`: its SYSTEM_DELIMITER_ID there.
 */
export type InsurerLogins = {
  systemId: number
  users: User[]
  tls: { cert: string; key: string } | undefined
}

/** Returns the logins of each insurer, with its certificate if it has one. */
export function insurerLogins(env: Environment): InsurerLogins[] {
  const users = new Map<number, User[]>()
  for (const one of env.ESBD_USERS ?? sandboxUsers) {
    const [systemId, login] = [
      Number(one.slice(0, one.indexOf('/'))),
      one.slice(one.indexOf('/') + 1),
    ]
    const user = {
      name: login.slice(0, login.indexOf(':')),
      password: login.slice(login.indexOf(':') + 1),
    }
    users.set(systemId, [...(users.get(systemId) ?? []), user])
  }
  return [...users].map(([systemId, ofInsurer]) => {
    const [cert, key] = [env.ESBD_TLS_CERTS?.get(systemId), env.ESBD_TLS_KEYS?.get(systemId)]
    return { systemId, users: ofInsurer, tls: cert && key ? { cert, key } : undefined }
  })
}

/** Settings of the systems that move money. */

type MoneySettings = { sandbox: string; refundSeenMs: number; production: boolean }
const money = (env: Environment, { sandbox, refundSeenMs, production }: MoneySettings) => ({
  bank: {
    address: env.BANK_ADDRESS ?? `${sandbox}/bank`,
    organizationBin: env.BANK_ORGANIZATION_BIN ?? '180440099996',
    deviceToken: env.BANK_DEVICE_TOKEN ?? 'sandbox-device',
    /** Opens a bill in the bank's application (`systems/bank/client.ts`); null: none does. */
    link: env.BANK_LINK ?? (production ? null : `${sandbox}/bill/{bill}`),
    tls: tls(env.BANK_TLS_CERT, env.BANK_TLS_KEY),
  },
  acquirer: {
    address: env.ACQUIRER_ADDRESS ?? `${sandbox}/acquirer`,
    merchant: env.ACQUIRER_MERCHANT ?? '100001',
    secret: env.ACQUIRER_SECRET ?? 'sandbox-secret',
    /** A refund with a lost answer is in their list by then, or never reached them. */
    refundSeenMs,
  },
  /** Null: it is not offered. */
  epay: epay(env, sandbox, production),
  fiscal: {
    address: env.FISCAL_ADDRESS ?? `${sandbox}/fiscal`,
    apiKey: env.FISCAL_API_KEY ?? 'sandbox',
    login: env.FISCAL_LOGIN ?? 'qorgan',
    password: env.FISCAL_PASSWORD ?? 'sandbox',
    cashbox: env.FISCAL_CASHBOX ?? 'QORGAN-1',
    vatPercent: env.FISCAL_VAT_PERCENT,
  },
})

function epay(env: Environment, sandbox: string, production: boolean) {
  if (production && !env.EPAY_ADDRESS) return null
  return {
    address: env.EPAY_ADDRESS ?? `${sandbox}/epay`,
    oauthAddress: env.EPAY_OAUTH_ADDRESS ?? `${sandbox}/epay`,
    clientId: env.EPAY_CLIENT_ID ?? 'test',
    clientSecret: env.EPAY_CLIENT_SECRET ?? 'sandbox-epay',
    terminal: env.EPAY_TERMINAL ?? '67e34d63-102f-4bd1-898e-370781d0074d',
    shop: env.EPAY_SHOP ?? '04f25a4b-d2bd-4dd8-b3a7-9390be4774c4',
  }
}

const besideAddress = [
  'EPAY_OAUTH_ADDRESS',
  'EPAY_CLIENT_ID',
  'EPAY_CLIENT_SECRET',
  'EPAY_TERMINAL',
  'EPAY_SHOP',
] as const
/** With its address Halyk ePay is offered, and needs the rest. */
export const epayProblems = (env: Environment): string[] =>
  env.EPAY_ADDRESS === undefined
    ? []
    : besideAddress
        .filter((name) => env[name] === undefined)
        .map((name) => `${name} is missing (needed beside EPAY_ADDRESS)`)

/** Returns a client certificate if both halves are set. */
const tls = (cert?: string, key?: string) => (cert && key ? { cert, key } : undefined)

/** Returns each SMS gateway's settings; null: not configured. */
const gateways = (env: Environment, sandbox: string, production: boolean) =>
  ({
    sms:
      production && !env.SMS_ADDRESS
        ? null
        : {
            address: env.SMS_ADDRESS ?? `${sandbox}/sms`,
            login: env.SMS_LOGIN ?? 'qorgan',
            password: env.SMS_PASSWORD ?? 'sandbox',
            sender: env.SMS_SENDER ?? 'Qorgan',
          },
    mobizon:
      production && !env.MOBIZON_ADDRESS
        ? null
        : {
            address: env.MOBIZON_ADDRESS ?? `${sandbox}/mobizon`,
            apiKey: env.MOBIZON_API_KEY ?? 'kz'.padEnd(40, '0'),
            sender: env.MOBIZON_SENDER ?? (production ? undefined : 'Qorgan'),
          },
  }) satisfies Record<SmsGatewayName, object | null>

/** Settings of the SMS gateways, and the order in which they are tried. */
const smsGateways = (env: Environment, sandbox: string, production: boolean) => ({
  smsGateways: gateways(env, sandbox, production),
  smsOrder: env.SMS_GATEWAYS.flatMap((setting) => smsGatewaySet(setting) ?? []),
})

/**
 * Settings each gateway needs in production: its address if it is to send, and the rest beside it.
 */
const needs = {
  sms: { address: 'SMS_ADDRESS', beside: ['SMS_LOGIN', 'SMS_PASSWORD'] },
  mobizon: { address: 'MOBIZON_ADDRESS', beside: ['MOBIZON_API_KEY'] },
} as const satisfies Record<
  SmsGatewayName,
  { address: keyof Environment; beside: readonly (keyof Environment)[] }
>

export const smsProblems = (env: Environment): string[] =>
  smsGatewayNames.flatMap((gateway) => {
    const { address, beside } = needs[gateway]
    const name = settingOf(gateway)
    if (env.SANDBOX !== 'off' || !(env.SMS_GATEWAYS.includes(name) || env[address])) return []
    return [
      ...(env[address] ? [] : [`${address} is missing (SMS_GATEWAYS names ${name})`]),
      ...beside
        .filter((one) => !env[one])
        .map((one) => `${one} is missing (needed beside ${address})`),
    ]
  })

type SandboxPorts = { smtpPort: number; antivirusPort: number }

/**
 * Returns each outside system's address and our credentials; an unset one is the sandbox's, at the
 * address `sandbox`.
 */
export const systemSettings = (
  env: Environment,
  at: { production: boolean; sandbox: string; ports: SandboxPorts; refundSeenMs: number },
) => ({
  ...registers(env, at.sandbox),
  ...signedServices(env, at.sandbox),
  ...listsAndAddresses(env, at.sandbox),
  ...money(env, at),
  ...filesAndMessages(env, at),
})

/** The unified database, and what the credit bureau's gateway passes on of the state. */
const registers = (env: Environment, sandbox: string) => ({
  esbd: {
    addresses: env.ESBD_ADDRESSES ?? [`${sandbox}/esbd/IICWebService.asmx`],
    /** A login belongs to one insurer. */
    insurers: insurerLogins(env),
    /** The operator's own root: with it no other is trusted. */
    ca: env.ESBD_TLS_CA,
  },
  gkb: {
    address: env.GKB_ADDRESS ?? `${sandbox}/gkb`,
    user: env.GKB_USER ?? 'qorgan',
    password: env.GKB_PASSWORD ?? 'sandbox',
    userId: env.GKB_USER_ID ?? 'qorgan',
    vehiclesBy: env.GKB_VEHICLES_BY,
  },
  kdp: {
    /** No SMS to people we have identified ourselves. */
    omitSms: env.KDP_OMIT_SMS === 'on',
  },
})

/** The services of the state's bus, and those that sign people in or judge them. */
const signedServices = (env: Environment, sandbox: string) => ({
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
  },
  scoring: {
    address: env.SCORING_ADDRESS ?? `${sandbox}`,
    token: env.SCORING_TOKEN ?? 'sandbox',
  },
})

const listsAndAddresses = (env: Environment, sandbox: string) => ({
  aml: {
    address: env.AML_ADDRESS ?? sandbox,
    apiKey: env.AML_API_KEY,
    /**
     * Addresses of lists that differ from the publisher's own with the list's path: the UN's has a
     * host of its own.
     */
    lists: new Map(
      (env.AML_LISTS ?? []).map((one) => [
        one.slice(0, one.indexOf('=')),
        one.slice(one.indexOf('=') + 1),
      ]),
    ),
  },
  addresses: {
    address: env.ADDRESSES_ADDRESS ?? `${sandbox}/addresses`,
    apiKey: env.ADDRESSES_API_KEY ?? 'sandbox',
  },
})

const filesAndMessages = (
  env: Environment,
  { production, sandbox, ports }: { production: boolean; sandbox: string; ports: SandboxPorts },
) => ({
  /** The bucket of uploads; without one they are in `filesDir`. */
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
  antivirus: { address: env.ANTIVIRUS_ADDRESS ?? `127.0.0.1:${ports.antivirusPort}` },
  ...smsGateways(env, sandbox, production),
  mail: {
    host: env.SMTP_HOST ?? '127.0.0.1',
    port: env.SMTP_PORT ?? (production ? 587 : ports.smtpPort),
    /** Whether mail requires TLS. */
    requireTls: production && !env.PLAIN_HOSTS.includes(env.SMTP_HOST ?? ''),
    user: env.SMTP_USER,
    password: env.SMTP_PASSWORD,
    from: env.MAIL_FROM ?? 'polis@qorgan.example',
  },
})
