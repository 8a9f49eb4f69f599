import type { OperationFacts } from './sale-steps.ts'

/** How SMS gateways stand in for each other. Pure; what happened to their calls is the server's. */

/** The operation by which each sends. */
export const sendingBy = { sms: 'send', mobizon: 'sendSmsMessage' } as const
const names = Object.keys(sendingBy)

/** The one by which the last message went; the first of the order where none went yet. */
export function carrierOf<Name extends string>(
  order: readonly Name[],
  facts: readonly OperationFacts[],
): Name | null {
  const lastBy = (name: string) =>
    facts.find((one) => one.system === name && isSending(one))?.lastOk?.getTime() ?? 0
  return order.toSorted((a, b) => lastBy(b) - lastBy(a))[0] ?? null
}

/**
 * A gateway that fails stops nothing while messages go by another: since its last failure one went
 * there.
 */
export function withStandIns(facts: readonly OperationFacts[]): OperationFacts[] {
  const sending = facts.filter((one) => names.includes(one.system) && isSending(one))
  return facts.map((one) => {
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
  Object.entries(sendingBy).some(([name, by]) => name === system && by === operation)
