import { randomUUID } from 'node:crypto'
import { request } from 'undici'
import type { z } from 'zod'
import { formatMoney } from '#domain/format.ts'
import {
  noticeModes,
  type SandboxAnswer,
  type SandboxAsk,
  type SandboxSystem,
  type World,
} from '../sandbox-kit.ts'
import {
  invoiceBody,
  LEAST_REFUND,
  linkStates,
  linksBody,
  operations,
  results,
  scopes,
  type stateWords,
  tokenBody,
} from './protocol.ts'

type ShownInvoice = { description: string; amount: number; back_link: string }

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

const payPage = (invoice: ShownInvoice): SandboxAnswer =>
  page(`<p>${html(invoice.description)}</p><p><strong>${formatMoney(invoice.amount)}</strong></p>
<form method="post">${ways
    .map(([how, label]) => `<button name="how" value="${how}">${label}</button>`)
    .join('')}</form>`)

const over = (invoice: ShownInvoice): SandboxAnswer =>
  page(`<p>Бұл шот жабық · Этот счёт закрыт</p><p><a href="${html(invoice.back_link)}">←</a></p>`)

const missing = (): SandboxAnswer => page('<p>Шот табылмады · Счёт не найден</p>', 404)

/** Agreed values of the sandbox's shop. */
export const shop = {
  clientId: 'test',
  clientSecret: 'sandbox-epay',
  terminal: '67e34d63-102f-4bd1-898e-370781d0074d',
  shop: '04f25a4b-d2bd-4dd8-b3a7-9390be4774c4',
}
export type Invoice = z.infer<typeof invoiceBody> & {
  id: string
  secret: string
  createdAt: string
  expiresAt: string
  url: string
  /** The newest try to pay. */
  transaction: { id: string; state: keyof typeof stateWords; refunds: number[] } | null
}
type Token = z.infer<typeof tokenBody> & { expiresAt: number; used: boolean }

/** How long a token that was not used is good. */
const TOKEN_SECONDS = 7200

/** Invoices by our number. */
export const invoicesOf = (world: World) => world.store<Invoice>('epay.invoices')

/**
 * Halyk ePay's side, as strict as its documentation: a token for each operation and for one only, a
 * number of 6 to 15 digits whose last six are new, refunds of what is charged and of 10 tenge at
 * least. It has no idempotency key: a refund requested twice is made twice.
 */
export function epaySandbox(
  world: World,
  { repeat = [1_000, 3_000, 10_000] }: { repeat?: readonly number[] } = {},
): SandboxSystem {
  const tokens = new Map<string, Token>()
  return {
    system: 'epay',
    routes: [
      {
        method: 'POST',
        path: '/epay/oauth2/token',
        operation: operations.oauth,
        handle: ({ body }) => token(world, tokens, body),
      },
      ...calls(world, tokens),
      ...pages(world, repeat),
    ],
  }
}

function token(world: World, tokens: Map<string, Token>, body: string): SandboxAnswer {
  const asked = tokenBody.safeParse(Object.fromEntries(new URLSearchParams(body)))
  if (!asked.success) return no(400, 'invalid_request')
  const { client_id, client_secret, scope } = asked.data
  if (client_id !== shop.clientId || client_secret !== shop.clientSecret)
    return no(401, 'invalid_client')
  const access_token = randomUUID()
  tokens.set(access_token, {
    ...asked.data,
    expiresAt: world.now().getTime() + TOKEN_SECONDS * 1000,
    used: false,
  })
  return json(200, {
    access_token,
    expires_in: TOKEN_SECONDS,
    refresh_token: '',
    scope,
    token_type: 'Bearer',
  })
}

function calls(world: World, tokens: Map<string, Token>): SandboxSystem['routes'] {
  /** The token of an operation, used up by it. */
  const take = ({ headers }: SandboxAsk): Token | null => {
    const found = tokens.get((headers['authorization'] ?? '').replace(/^Bearer /, ''))
    if (!found || found.used || world.now().getTime() >= found.expiresAt) return null
    found.used = true
    return found
  }
  const guarded =
    (handle: (ask: SandboxAsk, token: Token) => SandboxAnswer) =>
    (ask: SandboxAsk): SandboxAnswer => {
      const found = take(ask)
      return found ? handle(ask, found) : no(401, 'token is used, over or unknown')
    }
  const operation = (
    name: 'charge' | 'cancel' | 'refund',
    handle: (invoice: Invoice, ask: SandboxAsk) => SandboxAnswer,
  ): SandboxSystem['routes'][number] => ({
    method: 'POST',
    path: `/epay/operation/:id/${name}`,
    operation: operations[name],
    key: ({ params, query }) => ({ id: params['id'] ?? '', key: query['externalID'] ?? '' }),
    error: () => no(400, 'operation failed'),
    handle: guarded((ask, { scope, terminal }) => {
      if (scope !== scopes.rest || terminal !== shop.terminal) return no(401, 'scope')
      const invoice = [...invoicesOf(world).values()].find(
        ({ transaction }) => transaction?.id === ask.params['id'],
      )
      return invoice ? handle(invoice, ask) : no(400, 'transaction is not found')
    }),
  })
  return [
    {
      method: 'POST',
      path: '/epay/invoice',
      operation: operations.invoice,
      key: ({ body }) => ({ invoice: String(parse(body)['invoice_id'] ?? '') }),
      error: () => no(400, 'invoice is not made'),
      handle: guarded((ask, given) => newInvoice(world, ask, given)),
    },
    {
      method: 'POST',
      path: '/epay/invoice-links',
      operation: operations.links,
      error: () => no(400, 'search failed'),
      handle: guarded(({ body }, { scope }) => {
        const asked = linksBody.safeParse(parse(body))
        if (!asked.success || scope !== scopes.rest) return no(400, 'search parameters')
        const [{ searchParameter }] = asked.data.searchParameters
        const found = invoicesOf(world).get(searchParameter[0])
        const rows = found ? [linkOf(world, found)] : []
        return json(200, { TotalCount: rows.length, Records: rows })
      }),
    },
    {
      method: 'GET',
      path: '/epay/check-status/payment/transaction/:invoice',
      operation: operations.status,
      key: ({ params }) => ({ invoice: params['invoice'] ?? '' }),
      error: () => json(200, { resultCode: results.error, resultMessage: 'ERROR' }),
      handle: guarded(({ params }, { scope, terminal }) => {
        if (scope !== scopes.rest) return no(401, 'scope')
        if (terminal !== shop.terminal)
          return json(200, { resultCode: results.otherTerminal, resultMessage: 'terminal' })
        const found = invoicesOf(world).get(params['invoice'] ?? '')
        return found?.transaction
          ? json(200, statusOf(found))
          : json(200, { resultCode: results.notFound, resultMessage: 'Invoice not found' })
      }),
    },
    operation('charge', (invoice) => {
      if (invoice.transaction?.state !== 'AUTH') return no(400, 'transaction is not in Auth')
      return turned(world, invoice, 'CHARGE')
    }),
    operation('cancel', (invoice) => {
      if (invoice.transaction?.state !== 'AUTH') return no(400, 'transaction is not in Auth')
      return turned(world, invoice, 'CANCEL')
    }),
    operation('refund', (invoice, { query }) => {
      const { transaction } = invoice
      if (transaction?.state !== 'CHARGE') return no(400, 'transaction is not in Charge')
      const rest = invoice.amount - sum(transaction.refunds)
      const amount = query['amount'] === undefined ? rest : Number(query['amount'])
      if (!(amount >= LEAST_REFUND)) return no(400, 'amount is less than 10')
      if (amount > rest) return no(400, 'amount is more than the rest')
      return takenBack(world, invoice, amount)
    }),
  ]
}

function newInvoice(world: World, ask: SandboxAsk, token: Token): SandboxAnswer {
  const asked = invoiceBody.safeParse(parse(ask.body))
  if (!asked.success) return no(400, asked.error.issues[0]?.path.join('.') ?? 'body')
  const { data } = asked
  const other = otherThanToken(token, data)
  if (other) return no(400, `the token is of another ${other}`)
  if (data.shop_id !== shop.shop) return no(400, 'shop_id')
  const lastSix = data.invoice_id.slice(-6)
  if ([...invoicesOf(world).keys()].some((known) => known.endsWith(lastSix)))
    return no(400, 'invoice_id is not unique')
  const id = randomUUID()
  const createdAt = world.now()
  const invoice: Invoice = {
    ...data,
    id,
    secret: token.secret_hash ?? '',
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(
      createdAt.getTime() + 86_400_000 * Number.parseInt(data.expire_period, 10),
    ).toISOString(),
    url: `http://${ask.headers['host'] ?? ''}/epay/redirect/invoice-link/${id}`,
    transaction: null,
  }
  invoicesOf(world).set(data.invoice_id, invoice)
  world.saved()
  return json(200, linkOf(world, invoice))
}

/** In what the token was given for something else than this invoice. */
const otherThanToken = (token: Token, asked: z.infer<typeof invoiceBody>): string | null =>
  token.scope !== scopes.invoice
    ? 'scope'
    : token.terminal !== shop.terminal
      ? 'terminal'
      : token.invoiceID !== asked.invoice_id
        ? 'invoiceID'
        : token.amount !== asked.amount
          ? 'amount'
          : token.currency !== asked.currency
            ? 'currency'
            : token.secret_hash
              ? null
              : 'secret_hash'

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

const isOver = (world: World, { expiresAt, transaction }: Invoice): boolean =>
  ['AUTH', 'CHARGE', 'REFUND', 'CANCEL'].includes(transaction?.state ?? '') ||
  world.now().toISOString() >= expiresAt

const linkOf = (world: World, invoice: Invoice) => ({
  id: invoice.id,
  shop_id: invoice.shop_id,
  amount: invoice.amount,
  invoice_id: invoice.invoice_id,
  invoice_alt: '',
  language: invoice.language,
  currency: invoice.currency,
  description: invoice.description,
  account_id: invoice.account_id,
  recipient_contact: '',
  recipient_contact_sms: '',
  expire_period: invoice.expire_period,
  post_link: invoice.post_link,
  created_date: invoice.createdAt,
  expire_date: invoice.expiresAt,
  status: isOver(world, invoice) ? linkStates.charged : linkStates.open,
  invoice_url: invoice.url,
  terminal_id: shop.terminal,
  card_save: false,
})

const statusOf = ({ transaction, amount, invoice_id, description }: Invoice) => {
  const back = sum(transaction?.refunds ?? [])
  return {
    resultCode: transaction?.state === 'REJECT' ? results.rejected : results.success,
    resultMessage: transaction?.state === 'REJECT' ? 'REJECT' : 'SUCCESS',
    transaction: {
      id: transaction?.id,
      invoiceID: invoice_id,
      amount: amount - back,
      amountBonus: 0,
      payoutAmount: back,
      orgAmount: amount,
      currency: 'KZT',
      terminal: '98120001',
      terminalID: shop.terminal,
      description,
      cardMask: '440564...5096',
      statusName: transaction?.state,
    },
  }
}

function turned(world: World, invoice: Invoice, state: keyof typeof stateWords): SandboxAnswer {
  if (invoice.transaction) invoice.transaction.state = state
  world.saved()
  return json(200, {})
}

/** Refunds a payment: by the shop, in the bank's cabinet, or by the card's bank. */
export function takenBack(world: World, invoice: Invoice, amount: number): SandboxAnswer {
  const { transaction } = invoice
  transaction?.refunds.push(amount)
  return turned(
    world,
    invoice,
    sum(transaction?.refunds ?? []) === invoice.amount ? 'REFUND' : 'CHARGE',
  )
}

function pages(world: World, repeat: readonly number[]): SandboxSystem['routes'] {
  const byId = ({ params }: SandboxAsk) =>
    [...invoicesOf(world).values()].find(({ id }) => id === params['id'])
  return [
    {
      method: 'GET',
      path: '/epay/redirect/invoice-link/:id',
      operation: 'page',
      handle: (ask) => {
        const invoice = byId(ask)
        if (!invoice) return missing()
        return isOver(world, invoice) ? over(invoice) : payPage(invoice)
      },
    },
    {
      method: 'POST',
      path: '/epay/redirect/invoice-link/:id',
      operation: 'page',
      async handle(ask) {
        const invoice = byId(ask)
        if (!invoice) return missing()
        if (isOver(world, invoice)) return over(invoice)
        const how = new URLSearchParams(ask.body).get('how') ?? ''
        const paid = how === 'card' || how === 'wallet' || how === 'qr'
        invoice.transaction = {
          id: randomUUID(),
          state: how === 'hold' ? 'AUTH' : paid ? 'CHARGE' : 'REJECT',
          refunds: [],
        }
        world.saved()
        await notify(world, invoice, repeat)
        return { status: 303, headers: { location: invoice.back_link }, body: '' }
      },
    },
  ]
}

/**
 * The notice of a payment, until it is answered with 200; resolves after the first. The fault
 * switch knows it as operation `postLink`.
 */
export async function notify(
  world: World,
  invoice: Invoice,
  repeat: readonly number[] = [],
): Promise<void> {
  const mode = world.takeFault('epay', 'postLink', noticeModes)?.mode ?? null
  if (mode === 'never') return
  const failed = invoice.transaction?.state === 'REJECT'
  const body = JSON.stringify({
    accountId: invoice.account_id,
    amount: mode === 'wrong_amount' ? invoice.amount + 1 : invoice.amount,
    approvalCode: failed ? '' : '170243',
    cardMask: '440564...5096',
    code: failed ? 'error' : 'ok',
    currency: 'KZT',
    dateTime: world.now().toISOString(),
    description: invoice.description,
    id: invoice.transaction?.id ?? '',
    invoiceId: invoice.invoice_id,
    language: invoice.language,
    reason: failed ? 'Недостаточно средств на карте' : 'success',
    reasonCode: failed ? 484 : 0,
    reference: '210914140324',
    secret_hash: mode === 'bad_signature' ? 'another' : invoice.secret,
    terminal: shop.terminal,
  })
  const post = async () => {
    try {
      const reply = await request(failed ? invoice.failure_post_link : invoice.post_link, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(10_000),
      })
      await reply.body.dump()
      return reply.statusCode === 200
    } catch {
      return false
    }
  }
  const later = async (pauses: readonly number[]) => {
    for (const ms of pauses) {
      await new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
      if (await post()) return
    }
  }
  if (mode === 'late') return void later([5_000, ...repeat])
  if (!(await post()) && mode === null) void later(repeat)
  if (mode === 'twice') await post()
}

const json = (status: number, body: unknown): SandboxAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})
const no = (status: number, message: string): SandboxAnswer => json(status, { code: 100, message })

const parse = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
