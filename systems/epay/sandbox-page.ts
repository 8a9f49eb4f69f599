import { formatMoney } from '#domain/format.ts'
import type { SandboxAnswer } from '../sandbox-kit.ts'

type Invoice = { description: string; amount: number; back_link: string }

/** The bank's own page of an invoice: plain forms, no script. */

const html = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (body: string, status = 200): SandboxAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="kk"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Halyk ePay · sandbox</title><style>body{font:16px/1.5 system-ui;max-width:26rem;margin:2rem auto;padding:0 1rem}
button{display:block;width:100%;padding:.8rem;margin:.5rem 0;font:inherit}</style><h1>ePay</h1>${body}</html>`,
})

const ways = [
  ['card', 'Картамен төлеу · Картой'],
  ['wallet', 'Әмиянмен төлеу · Кошельком'],
  ['qr', 'Halyk QR'],
  ['hold', 'Тек ұстап тұру · Только удержать'],
  ['decline', 'Ақша жетпейді · Не хватает денег'],
] as const

export const payPage = (invoice: Invoice): SandboxAnswer =>
  page(`<p>${html(invoice.description)}</p><p><strong>${formatMoney(invoice.amount)}</strong></p>
<form method="post">${ways
    .map(([how, label]) => `<button name="how" value="${how}">${label}</button>`)
    .join('')}</form>`)

export const over = (invoice: Invoice): SandboxAnswer =>
  page(`<p>Бұл шот жабық · Этот счёт закрыт</p><p><a href="${html(invoice.back_link)}">←</a></p>`)

export const missing = (): SandboxAnswer => page('<p>Шот табылмады · Счёт не найден</p>', 404)
