import type { SystemName } from '#systems/system-names.ts'
import type { Environment } from './environment.ts'

/** Settings of the SMS gateways, and the order in which they are tried. */
export const smsGateways = (env: Environment, sandbox: string, production: boolean) => ({
  sms: {
    address: env.SMS_ADDRESS ?? `${sandbox}/sms`,
    login: env.SMS_LOGIN ?? 'qorgan',
    password: env.SMS_PASSWORD ?? 'sandbox',
    sender: env.SMS_SENDER ?? 'Qorgan',
  },
  /** Null: it is not set up. */
  mobizon:
    production && !env.MOBIZON_ADDRESS
      ? null
      : {
          address: env.MOBIZON_ADDRESS ?? `${sandbox}/mobizon`,
          apiKey: env.MOBIZON_API_KEY ?? 'kz'.padEnd(40, '0'),
          sender: env.MOBIZON_SENDER ?? (production ? undefined : 'Qorgan'),
        },
  smsOrder: env.SMS_GATEWAYS.map((name): SystemName => (name === 'smsc' ? 'sms' : 'mobizon')),
})

/** What Mobizon needs: its key beside its address, and both in production where it is to send. */
export const smsProblems = (env: Environment): string[] => {
  const isUsed = env.SANDBOX === 'off' && env.SMS_GATEWAYS.includes('mobizon')
  return [
    ...(isUsed && !env.MOBIZON_ADDRESS
      ? ['MOBIZON_ADDRESS is missing (SMS_GATEWAYS names mobizon)']
      : []),
    ...((isUsed || env.MOBIZON_ADDRESS) && !env.MOBIZON_API_KEY
      ? ['MOBIZON_API_KEY is missing (needed beside MOBIZON_ADDRESS)']
      : []),
  ]
}
