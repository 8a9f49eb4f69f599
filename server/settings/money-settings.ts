import type { Environment } from './environment.ts'

/** Settings of the systems that move money. */

type MoneySettings = { sandbox: string; refundSeenMs: number; production: boolean }
export const money = (env: Environment, { sandbox, refundSeenMs, production }: MoneySettings) => ({
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
    /** A refund whose answer was lost stands in their list by then, or was never heard. */
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
    billPayment: env.FISCAL_BILL_PAYMENT,
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

/** A client certificate, where both halves of it are set. */
const tls = (cert?: string, key?: string) => (cert && key ? { cert, key } : undefined)
