import { formatPhone } from '#domain/phone.ts'
import { invoiceStatus, invoicesOf } from '#systems/bank/sandbox.ts'
import { openBill, settledLine } from './bill-pages.ts'
import { bubble, conversation, isQuestion } from './conversation.ts'
import { layout, text } from './layout.ts'
import type { SandboxWorld } from './world.ts'

/** A phone of the sandbox: its messages and what waits to be paid. */

export function phonePage(world: SandboxWorld, phone: string): string {
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
