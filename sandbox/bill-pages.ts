import { formatMoney } from '#domain/format.ts'
import { type Invoice, type InvoiceStatus, invoiceStatus } from '#systems/bank/sandbox.ts'
import { layout, text } from './layout.ts'
import type { SandboxWorld } from './world.ts'

/** One bill, as the bank's application opens it by a link. */
export function billPage(world: SandboxWorld, invoice: Invoice): string {
  const status = invoiceStatus(invoice, world.now())
  return layout({
    title: 'Мобильді банк · Мобильный банк',
    live: true,
    main: `<section class="bank">${
      status === 'awaiting'
        ? openBill(invoice, `/bill/${invoice.id}`)
        : `<ul class="lines">${settledLine(invoice, status)}</ul>`
    }</section>`,
  })
}

export const openBill = (
  invoice: Invoice,
  path: string,
) => `<div class="card invoice"><p><strong class="sum">${formatMoney(invoice.amount)}</strong><br>${text(invoice.comment)}</p>
        <form method="post" class="pair"><button formaction="${path}/pay">Төлеу · Оплатить</button><button class="second" formaction="${path}/reject">Бас тарту · Отклонить</button></form></div>`

const states = {
  awaiting: 'күтілуде · ожидает',
  paid: '✓ төленді · оплачен',
  rejected: '✕ бас тартылды · отклонён',
  expired: '✕ мерзімі өтті · истёк',
  refunded: '↩ қайтарылды · возвращён',
  cancelled: '✕ кері қайтарып алынды · отозван',
} as const satisfies Record<InvoiceStatus, string>

export const settledLine = (invoice: Invoice, status: InvoiceStatus) =>
  `<li><span class="sum">${formatMoney(invoice.amount)}</span> <span class="state ${status}">${states[status]}</span></li>`
