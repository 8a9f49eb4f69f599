import {
  type SmsGatewayName,
  settingOf,
  smsGatewayNames,
  smsGatewaySet,
} from '#domain/sms-gateways.ts'
import type { Environment } from './environment.ts'

/** What each SMS gateway needs; null: it is not set up. */
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
export const smsGateways = (env: Environment, sandbox: string, production: boolean) => ({
  smsGateways: gateways(env, sandbox, production),
  smsOrder: env.SMS_GATEWAYS.flatMap((setting) => smsGatewaySet(setting) ?? []),
})

/** What each gateway needs in production: its address where it is to send, and the rest beside it. */
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
