import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatPhone } from '#domain/phone.ts'
import { invoiceStatus, invoicesOf } from '#systems/bank/sandbox.ts'
import { invoiceOf, payInvoice, phoneOf, rejectInvoice, setWallet } from './acts.ts'
import {
  bankPage,
  billPage,
  clock,
  fontNames,
  homePage,
  layout,
  linked,
  liveScript,
  mailboxPage,
  mailPage,
  openBill,
  settledLine,
  styles,
  text,
} from './pages.ts'
import { statementFiles } from './statements.ts'
import type { Answer, SandboxWorld } from './world.ts'

type Line = { side: 'in' | 'out'; from: string; text: string; at: string }

/**
 * SMS and the owner's answers in the order of time, newest last as a phone shows them; the last
 * hundred.
 */
function conversation(world: SandboxWorld, phone: string): Line[] {
  const received = world.messages
    .filter(({ to }) => to === phone)
    .map(({ from, text, at }): Line => ({ side: 'in', from, text, at }))
  const answers = [...world.store<Answer>('phone.answers').values()]
    .filter(({ from }) => from === phone)
    .map(({ text, at }): Line => ({ side: 'out', from: '1414', text, at }))
  return [...received, ...answers].sort((a, b) => a.at.localeCompare(b.at)).slice(-100)
}

/** 1414 asks yes or no; its other messages carry a code. */
const isQuestion = (line: Line) => line.from === '1414' && !/\d{4,}/.test(line.text)

const bubble = (line: Line) =>
  `<div class="bubble ${line.side}"><p class="from">${line.side === 'in' ? text(line.from) : '→ 1414'} · <time>${clock(line.at)}</time></p><p>${linked(line.text)}</p></div>`

/** A phone of the sandbox: its messages and what waits to be paid. */

function phonePage(world: SandboxWorld, phone: string): string {
  const owners = [...world.people.values()].filter((person) => person.phone === phone)
  const wallet = world.phones.get(phone)?.wallet ?? true
  const now = world.now()
  const invoices = invoicesOf(world, phone)
  const pending = invoices.filter((invoice) => invoiceStatus(invoice, now) === 'awaiting')
  const settled = invoices
    .filter((invoice) => invoiceStatus(invoice, now) !== 'awaiting')
    .slice(0, 5)
  const talk = conversation(world, phone)
  const asked = talk.findLast((line) => line.side === 'in' && isQuestion(line))
  const answered = asked && talk.some((line) => line.side === 'out' && line.at >= asked.at)

  return layout({
    title: formatPhone(phone),
    live: true,
    main: `${owners
      .map(
        (person) =>
          `<p class="owner"><strong>${text(`${person.surname} ${person.name} ${person.patronymic}`.trim())}</strong> <span class="ids">${person.iin}</span></p>`,
      )
      .join('')}
      <div class="phone"><section aria-label="SMS" class="talk">${
        talk.length
          ? talk.map((line) => bubble(line)).join('')
          : '<p class="quiet empty">Әзірге хабар жоқ. Бет өзі жаңарып тұрады.<br>Сообщений пока нет. Страница обновляется сама.</p>'
      }</section>${
        asked
          ? `<form class="answer" method="post" action="/phone/${phone}/reply"><p>1414-ке жауап · Ответ на 1414</p>
        <button name="text" value="1"${answered ? ' class="second"' : ''}>Иә · Да</button><button name="text" value="0" class="second">Жоқ · Нет</button></form>`
          : ''
      }</div>
      <section class="bank"><h2>Мобильді банк · Мобильный банк</h2>
      ${pending.map((invoice) => openBill(invoice, `/phone/${phone}/invoices/${invoice.id}`)).join('')}
      ${settled.length ? `<ul class="lines">${settled.map((invoice) => settledLine(invoice, invoiceStatus(invoice, now))).join('')}</ul>` : ''}
      ${invoices.length ? '' : '<p class="quiet">Шот жоқ · Счетов нет</p>'}
      <form method="post" action="/phone/${phone}/wallet" class="wallet"><p>Әмиян · Кошелёк: <strong>${wallet ? '✓ бар · есть' : '✕ жоқ · нет'}</strong></p>
      <button class="second" name="wallet" value="${!wallet}">${wallet ? 'Өшіру · Убрать' : 'Қосу · Добавить'}</button></form></section>`,
  })
}

const fontFile = (name: string) =>
  createRequire(import.meta.url).resolve(
    `@fontsource-variable/golos-text/files/golos-text-${name}-wght-normal.woff2`,
  )

type Phone = { Params: { phone: string }; Body: string }
type Bill = { Params: { id: string } }

/**
 * The pages a person opens, and the plain forms on them: each form does its work and leads back to
 * the phone.
 */
export function phonePages(app: FastifyInstance, world: SandboxWorld): void {
  const html = (reply: FastifyReply, page: string) =>
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  const back = (reply: FastifyReply, phone: string) => reply.redirect(`/phone/${phone}`, 303)

  app.get('/', (_request, reply) => html(reply, homePage(world)))
  app.get<{ Querystring: { number?: string } }>('/phone', (request, reply) =>
    back(reply, phoneOf(request.query.number ?? '')),
  )
  app.get<Phone>('/phone/:phone', (request, reply) =>
    html(reply, phonePage(world, phoneOf(request.params.phone))),
  )
  app.get<{ Params: { address: string } }>('/mailbox/:address', (request, reply) =>
    html(reply, mailboxPage(world, request.params.address)),
  )
  app.get<{ Params: { address: string; id: string } }>('/mailbox/:address/:id', (request, reply) =>
    html(reply, mailPage(world, request.params.address, request.params.id)),
  )

  app.post<Phone>('/phone/:phone/reply', (request, reply) => {
    const phone = phoneOf(request.params.phone)
    const answer = new URLSearchParams(request.body ?? '').get('text')
    if (answer) world.reply(phone, answer)
    return back(reply, phone)
  })
  app.post<Phone>('/phone/:phone/wallet', (request, reply) => {
    const phone = phoneOf(request.params.phone)
    setWallet(world, phone, new URLSearchParams(request.body ?? '').get('wallet') === 'true')
    return back(reply, phone)
  })
  const invoice = { pay: payInvoice, reject: rejectInvoice }
  for (const [verb, act] of Object.entries(invoice))
    app.post<{ Params: { phone: string; id: string } }>(
      `/phone/:phone/invoices/:id/${verb}`,
      (request, reply) => {
        act(world, request.params.id)
        return back(reply, phoneOf(request.params.phone))
      },
    )
  app.get('/bank', (_request, reply) => html(reply, bankPage(world)))
  app.get<{ Params: { month: string; name: string } }>('/bank/:month/:name', (request, reply) => {
    const { month, name } = request.params
    const file = statementFiles(world, month).find((one) => one.name === name)
    if (!file) return reply.code(404).send()
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .type(file.type)
      .send(file.bytes)
  })
  // One bill, as a link opens it in the bank's application.
  app.get<Bill>('/bill/:id', (request, reply) =>
    html(reply, billPage(world, invoiceOf(world, request.params.id))),
  )
  for (const [verb, act] of Object.entries(invoice))
    app.post<Bill>(`/bill/:id/${verb}`, (request, reply) =>
      reply.redirect(`/bill/${act(world, request.params.id).id}`, 303),
    )

  const kept = 'public, max-age=300'
  app.get('/sandbox.css', (_request, reply) =>
    reply.header('cache-control', kept).type('text/css; charset=utf-8').send(styles),
  )
  app.get('/live.js', (_request, reply) =>
    reply.header('cache-control', kept).type('text/javascript; charset=utf-8').send(liveScript),
  )
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send())
  for (const name of fontNames)
    app.get(`/font/${name}.woff2`, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('font/woff2')
        .send(readFileSync(fontFile(name))),
    )
}
