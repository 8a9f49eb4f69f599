import { mailsOf } from '#systems/mail/sandbox.ts'
import { layout, text } from './layout.ts'
import { clock, linked } from './page-words.ts'
import type { SandboxWorld } from './world.ts'

/** One letter as a program that shows HTML shows it. */
export const mailPage = (world: SandboxWorld, address: string, id: string): string =>
  mailsOf(world, address).find((mail) => mail.id === id)?.html ?? ''

/** The letters of an address. */
export function mailboxPage(world: SandboxWorld, address: string): string {
  const mails = mailsOf(world, address).map(
    (
      mail,
    ) => `<article class="card mail"><h2>${text(mail.subject)}</h2><p class="quiet"><time>${clock(mail.at)}</time> · ${text(mail.from)}</p>
      <div class="body">${linked(mail.text)}</div>${
        mail.html
          ? `<p><a href="/mailbox/${encodeURIComponent(address)}/${mail.id}">HTML</a></p>`
          : ''
      }${
        mail.attachments.length
          ? `<ul class="files">${mail.attachments.map(({ name, size }) => `<li>→ ${text(name)} <span class="quiet">${Math.max(1, Math.round(size / 1024))} КБ</span></li>`).join('')}</ul>`
          : ''
      }</article>`,
  )
  return layout({
    title: address,
    live: true,
    main: mails.join('') || '<p class="quiet">Әзірге хат жоқ · Писем пока нет</p>',
  })
}
