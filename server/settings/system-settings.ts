import type { Environment } from './environment.ts'
import { insurerLogins } from './insurer-logins.ts'
import { money } from './money-settings.ts'
import { smsGateways } from './sms-settings.ts'

type SandboxPorts = { smtpPort: number; antivirusPort: number }

/**
 * Where each outside system is and as whom we ask it; what is not set is the sandbox's, at the
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
    /** No SMS to whoever we have made sure of ourselves. */
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
  addresses: {
    address: env.ADDRESSES_ADDRESS ?? `${sandbox}/addresses`,
    apiKey: env.ADDRESSES_API_KEY ?? 'sandbox',
  },
})

const filesAndMessages = (
  env: Environment,
  { production, sandbox, ports }: { production: boolean; sandbox: string; ports: SandboxPorts },
) => ({
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
  antivirus: { address: env.ANTIVIRUS_ADDRESS ?? `127.0.0.1:${ports.antivirusPort}` },
  ...smsGateways(env, sandbox, production),
  mail: {
    host: env.SMTP_HOST ?? '127.0.0.1',
    port: env.SMTP_PORT ?? (production ? 587 : ports.smtpPort),
    /** Whether mail is sent over TLS or not at all. */
    requireTls: production && !env.PLAIN_HOSTS.includes(env.SMTP_HOST ?? ''),
    user: env.SMTP_USER,
    password: env.SMTP_PASSWORD,
    from: env.MAIL_FROM ?? 'polis@qorgan.example',
  },
})
