import * as refusals from '#domain/refusals.ts'
import type { Deps } from '../../deps.ts'
import { step } from '../../jobs/steps.ts'
import type { Product } from '../../products/product.ts'
import {
  type About,
  type Opened,
  recordOpened,
  recordOpenedAtOnce,
  recordRefused,
} from '../record.ts'
import { settleHold } from './card-holds.ts'
import { mountCardNotices } from './card-notices.ts'
import { chargebacks, sendCardRefund } from './card-refunds.ts'
import type { Way } from './way.ts'

/** The acquirer's page for a card. It sends notices, which are checked by asking. */
export const cardPage: Way<'card'> = {
  name: 'card',
  isOffered: () => true,
  open: openPage,
  status: ({ systems }, { id, outside_id }, told) =>
    systems.acquirer.status({ attemptId: id, paymentId: outside_id, ...(told ? { told } : {}) }),
  settle: settleHold,
  refund: (deps, { id }, attempt) => sendCardRefund(deps, attempt, id),
  wentBack: async ({ systems }, { id, number }) => {
    const lines = await systems.acquirer.refunds({ attemptId: id, paymentId: number })
    return !('refused' in lines) && lines.some(({ state }) => state !== 'failed')
  },
  compare: chargebacks,
  notices: mountCardNotices,
}

async function openPage(deps: Deps, about: About, isFresh: () => boolean): Promise<Opened> {
  const { attempt, sale, product } = about
  const { backUrl, bindFor } = await product.page(deps, sale)
  const reply = await step('card.page', () =>
    deps.systems.acquirer.payPage({
      attemptId: attempt.id,
      amount: attempt.amount,
      description: product.purpose(sale),
      locale: sale.locale,
      resultUrl: noticeUrl(deps, product),
      refundUrl: `${deps.config.publicUrl}/api/hooks/acquirer/refund`,
      successUrl: backUrl,
      failureUrl: backUrl,
      ...(bindFor ? { bindFor } : {}),
      ...(sale.phone ? { phone: sale.phone } : {}),
      ...(sale.email ? { email: sale.email } : {}),
    }),
  )
  if ('refused' in reply) {
    await recordRefused(deps, about, 'acquirer', reply.refused)
    return { opened: false, code: refusals.cardPageFailed }
  }
  const { paymentId, redirectUrl } = reply
  const isOpen = await step(
    'card.commit',
    async () =>
      (isFresh() && (await recordOpenedAtOnce(deps, about, paymentId, redirectUrl))) ||
      recordOpened(deps, about, paymentId, redirectUrl),
  )
  return isOpen ? { opened: true, redirectUrl } : { opened: false, code: refusals.orderNotSuitable }
}

/**
 * Returns the address of the acquirer's notices of a product; the last segment is the script name
 * they are signed with.
 */
export const noticeUrl = (deps: Deps, { script }: Pick<Product, 'script'>): string =>
  `${deps.config.publicUrl}/api/hooks/acquirer/${script}`
