import type { Environment } from './environment.ts'

/** Settings of the systems that move money. */

type MoneySettings = { sandbox: string; refundSeenMs: number; production: boolean }
export const money = (env: Environment, { sandbox, refundSeenMs, production }: MoneySettings) => ({
  bank: {
    address: env.BANK_ADDRESS ?? `${sandbox}/bank`,
    organizationBin: env.BANK_ORGANIZATION_BIN ?? '180440099996',
    deviceToken: env.BANK_DEVICE_TOKEN ?? 'sandbox-device',
    /** Opens a bill in the bank's application (`systems/bank/link.ts`); null: none does. */
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

/** A client certificate, where both halves of it are set. */
const tls = (cert?: string, key?: string) => (cert && key ? { cert, key } : undefined)
