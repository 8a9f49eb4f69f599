import type { OperationFacts } from './sale-steps.ts'

/** How SMS gateways replace each other. Pure; the state of their calls is the server's. */

/** The gateways, by the names of their systems. */
export const smsGatewayNames = ['sms', 'mobizon'] as const
export type SmsGatewayName = (typeof smsGatewayNames)[number]
export const isSmsGateway = (name: string): name is SmsGatewayName =>
  smsGatewayNames.some((one) => one === name)

type GatewayFacts = {
  /** Its name in the setting `SMS_GATEWAYS`. */
  setting: string
  /** The operation by which it sends. */
  sends: string
}
const facts: Readonly<Record<SmsGatewayName, GatewayFacts>> = {
  sms: { setting: 'smsc', sends: 'send' },
  mobizon: { setting: 'mobizon', sends: 'sendSmsMessage' },
}
export const smsSettings = smsGatewayNames.map((name) => facts[name].setting)
export const smsGatewaySet = (setting: string): SmsGatewayName | undefined =>
  smsGatewayNames.find((name) => facts[name].setting === setting)
export const settingOf = (name: SmsGatewayName): string => facts[name].setting

/** The one by which the last message went; the first of the order where none went yet. */
export function carrierOf<Name extends string>(
  order: readonly Name[],
  operations: readonly OperationFacts[],
): Name | null {
  const lastBy = (name: string) =>
    operations.find((one) => one.system === name && isSending(one))?.lastOk?.getTime() ?? 0
  return order.toSorted((a, b) => lastBy(b) - lastBy(a))[0] ?? null
}

/**
 * A gateway that fails stops nothing while messages go by another: since its last failure one went
 * there.
 */
export function withStandIns(operations: readonly OperationFacts[]): OperationFacts[] {
  const sending = operations.filter(isSending)
  return operations.map((one) => {
    const { lastFailure } = one
    const hasStandIn =
      sending.includes(one) &&
      lastFailure !== null &&
      sending.some((other) => other !== one && other.lastOk !== null && other.lastOk >= lastFailure)
    if (!hasStandIn) return one
    return { ...one, uses: one.uses.map(({ step }) => ({ step, need: 'may' })) }
  })
}

const isSending = ({ system, operation }: OperationFacts) =>
  isSmsGateway(system) && facts[system].sends === operation
