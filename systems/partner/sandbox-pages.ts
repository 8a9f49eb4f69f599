import type { SandboxAnswer, World } from '../sandbox-kit.ts'
import type { Report } from './protocol.ts'

export type Received = { report: Report; times: number; at: string }

/**
 * The partner's application as one plain page, both languages side by side: opens the sale, shows
 * what it was told, gives money back.
 */
export function partnerPage(
  world: World,
  site: string,
  reports: readonly Received[],
): SandboxAnswer {
  const people = [...world.people.values()].map(
    ({ iin, phone, surname, name }) =>
      `<option value="${iin}">${html(`${surname} ${name}`)} ${phone}</option>`,
  )
  const rows = reports.map(({ report, times }) => {
    const money = report.event === 'issued' ? refundForm(report.order) : ''
    return `<li><strong>${report.event}</strong> ${html(report.order.id)} · ${report.order.amount} ₸ · ${html(report.policy?.globalId ?? report.reason ?? '')} <small>${report.at.slice(0, 16).replace('T', ' ')} · ×${times}</small>${money}</li>`
  })
  const body = `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Partner · sandbox</title><style>${style}</style></head><body><main><h1>Серіктес қосымшасы · Приложение партнёра</h1>
<form method="post" action="/partner/open"><label>Сайт<input name="site" value="${html(site)}"></label>
<label>Серіктес коды · Код партнёра<input name="partner" value="freedom"></label>
<label>ЖСН · ИИН<input name="iin" list="people" inputmode="numeric"></label><datalist id="people">${people.join('')}</datalist>
<label>Телефон<input name="phone" inputmode="tel"></label>
<div class="pair"><button name="lang" value="kz">Қазақша ашу</button><button name="lang" value="ru">Открыть по-русски</button></div></form>
<h2>Есептер · Отчёты</h2>${rows.length ? `<ul>${rows.join('')}</ul>` : '<p>Әзірге жоқ · Пока нет</p>'}</main></body></html>`
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body,
  }
}

const refundForm = ({ id, amount }: { id: string; amount: number }) =>
  `<form method="post" action="/partner/refund"><input type="hidden" name="order" value="${html(id)}"><input type="hidden" name="amount" value="${amount}"><button class="quiet">Ақшаны өзіміз қайтардық · Вернули деньги сами</button></form>`

const html = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const style = `*{box-sizing:border-box}body{margin:0;background:#eef3ec;color:#14231a;font:17px/1.45 system-ui,sans-serif}main{max-width:40rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:16px}h1{font-size:1.4rem;line-height:1.2;margin:0 0 1rem}h2{font-size:1.1rem}form{display:grid;gap:.75rem}label{display:grid;gap:.25rem;color:#44564a}
input{font:inherit;padding:.7rem .8rem;border:1px solid #8a9a8e;border-radius:10px;min-width:0}.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.5rem}button{font:inherit;font-weight:600;min-height:48px;padding:.6rem 1rem;border:0;border-radius:12px;background:#1c6b3c;color:#fff;cursor:pointer}button.quiet{background:none;color:#1c6b3c;min-height:40px;justify-self:start;padding:0}
ul{list-style:none;padding:0}li{padding:.6rem 0;border-bottom:1px solid #dbe4dc;overflow-wrap:anywhere}small{color:#44564a}:focus-visible{outline:3px solid #1c6b3c;outline-offset:2px}`
