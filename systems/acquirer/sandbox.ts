import { type SandboxAnswer, type SandboxSystem, type World, xml } from '../sandbox-kit.ts'
import { fieldsOf } from './notices.ts'
import {
  answerScripts,
  errorCodes,
  type Operation,
  operations,
  pathOf,
  scriptOf,
} from './protocol.ts'
import { cards } from './sandbox-card-book.ts'
import { type Call, cardCalls, missing, originOf } from './sandbox-cards.ts'
import { hostedRoutes } from './sandbox-hosted.ts'
import { charged, cleared, released, revoked } from './sandbox-money.ts'
import { type Pauses, usualPauses } from './sandbox-notify.ts'
import { formOf, opened, unsigned } from './sandbox-open.ts'
import { type Answer, type Form, statusOf } from './sandbox-status.ts'
import { isSigned, type PgParams, signed } from './sign.ts'
import { writeXml } from './xml.ts'

export type AcquirerSandboxOptions = {
  merchantId?: string
  secret?: string
  merchant?: string
  pauses?: Pauses
}

/**
 * The card acquirer's side: signed calls, hosted pages, signed notices. As strict as the real one;
 * its evidence stands in `protocol.ts`.
 */
export function acquirerSandbox(world: World, options: AcquirerSandboxOptions = {}): SandboxSystem {
  const {
    merchantId = '100001',
    secret = 'sandbox-secret',
    merchant = 'Интернет-магазин',
    pauses = usualPauses,
  } = options
  const setting = { secret, pauses }

  const call: Call = (operation, handle, plain = false) => {
    const answer = (fields: PgParams) =>
      xml(writeXml(signed(answerScripts(operation, plain)[0] ?? '', fields, secret)))
    const refuse = (code: string, text: string) =>
      answer({ pg_status: 'error', pg_error_code: code, pg_error_description: text })
    return {
      method: 'POST',
      path: `/acquirer${pathOf(operation, merchantId, plain)}`,
      operation,
      key: ({ body }) => keysOf(formOf(body)),
      error: () => refuse('1000', 'Internal error'),
      handle(ask): SandboxAnswer {
        const form = formOf(ask.body)
        // Who asks is not known, or it is not proved: the answer is not signed.
        if (form.pg_merchant_id !== merchantId)
          return unsigned(errorCodes.unknownMerchant, 'Merchant not found', 200)
        if (!isSigned(scriptOf(operation, plain), fieldsOf(ask.body), secret))
          return unsigned(errorCodes.badSignature, 'Некорректная подпись запроса', 401)
        const result = handle(form, ask)
        if ('failed' in result) return answer({ pg_status: 'error', ...result.failed })
        return 'done' in result
          ? answer({ pg_status: 'ok', ...result.done })
          : refuse(errorCodes[result.error], result.text)
      },
    }
  }

  const money: [Operation, (form: Form) => Answer][] = [
    [operations.status, (form) => statusOf(world, form)],
    [operations.revoke, (form) => revoked(world, form, setting)],
    [operations.capture, (form) => cleared(world, form)],
    [operations.cancel, (form) => released(world, form)],
    [operations.charge, (form) => charged(world, form, setting)],
  ]

  return {
    system: 'acquirer',
    routes: [
      call(operations.init, (form, ask) => {
        const payment = opened(world, form, null)
        if (!('id' in payment)) return payment
        return {
          done: {
            pg_payment_id: payment.id,
            pg_redirect_url: `${originOf(ask)}/acquirer/pay/${payment.id}`,
          },
        }
      }),
      ...money.map(([operation, handle]) => call(operation, handle)),
      ...money
        .filter(([operation]) => pathOf(operation, '', true) !== pathOf(operation, ''))
        .map(([operation, handle]) => call(operation, handle, true)),
      ...cardCalls(world, call),
      call(operations.chargeInit, (form) => {
        const card = cards(world).get(form.pg_card_token ?? '')
        if (!card || card.removed || card.userId !== form.pg_user_id) return missing
        // The pages of saved cards do not name pg_auto_clearing: their money is held first.
        const payment = opened(world, { ...form, pg_auto_clearing: '0' }, card.token)
        return 'id' in payment
          ? { done: { pg_payment_id: payment.id, pg_order_id: payment.orderId } }
          : payment
      }),
      ...hostedRoutes(world, { secret, merchant, pauses }),
    ],
  }
}
const keysOf = ({ pg_order_id, pg_payment_id }: Form): Record<string, string> => ({
  ...(pg_order_id ? { orderId: pg_order_id } : {}),
  ...(pg_payment_id ? { paymentId: pg_payment_id } : {}),
})
