import { randomBytes } from 'node:crypto'
import { defaultLocale, parseLocale } from '#domain/locale.ts'
import {
  json,
  type SandboxAnswer,
  type SandboxAsk,
  type SandboxSystem,
  type World,
} from '../sandbox-kit.ts'
import { linkSignature, messageSignature, sameSignature } from './client.ts'
import { EVENT_HEADER, Report, SIGNATURE_HEADER, TIMESTAMP_HEADER } from './protocol.ts'

type Received = { report: Report; times: number; at: string }

/**
 * The partner's application as one plain page, both languages side by side: opens the sale, shows
 * received reports, refunds.
 */
function partnerPage(world: World, site: string, reports: readonly Received[]): SandboxAnswer {
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

const LINK_MS = 5 * 60_000

/** Returns the reports the partner has received, newest first. */
export const reportsOf = (world: World): Received[] =>
  [...world.store<Received>('partner.reports').values()].reverse()

/** The partner's application: makes signed links, accepts reports, refunds without us. */
export function partnerSandbox(
  world: World,
  { secret = 'sandbox-partner-secret', site: own = 'http://localhost:3000' } = {},
): SandboxSystem {
  const received = world.store<Received>('partner.reports')

  const report = (ask: SandboxAsk): SandboxAnswer => {
    const expected = messageSignature(ask.headers[TIMESTAMP_HEADER] ?? '', ask.body, secret)
    if (!sameSignature(ask.headers[SIGNATURE_HEADER], expected))
      return json({ error: 'signature' }, 401)
    const read = Report.safeParse(parsed(ask.body))
    if (!read.success || read.data.id !== ask.headers[EVENT_HEADER])
      return json({ error: 'shape' }, 422)
    const known = received.get(read.data.id)
    received.set(read.data.id, {
      report: read.data,
      times: (known?.times ?? 0) + 1,
      at: known?.at ?? world.now().toISOString(),
    })
    world.saved()
    return json({ received: true })
  }

  const linkOf = (given: URLSearchParams, host: string) => link(world, given, { secret, own, host })
  const host = (ask: SandboxAsk) => ask.headers.host ?? 'localhost:4010'
  return {
    system: 'partner',
    routes: [
      {
        method: 'POST',
        path: '/partner/webhook',
        operation: 'report',
        key: ({ headers }) => ({ id: headers[EVENT_HEADER] ?? '' }),
        handle: report,
      },
      {
        method: 'GET',
        path: '/partner',
        operation: 'page',
        handle: () => partnerPage(world, own, reportsOf(world)),
      },
      {
        method: 'GET',
        path: '/partner/link',
        operation: 'link',
        handle: (ask) => json({ url: linkOf(new URLSearchParams(ask.query), host(ask)) }),
      },
      {
        method: 'POST',
        path: '/partner/open',
        operation: 'open',
        handle: (ask) => ({
          status: 303,
          headers: { location: linkOf(new URLSearchParams(ask.body), host(ask)) },
          body: '',
        }),
      },
      {
        method: 'GET',
        path: '/partner/reports',
        operation: 'reports',
        handle: () => json(reportsOf(world)),
      },
      {
        method: 'POST',
        path: '/partner/refund',
        operation: 'refund',
        handle: (ask) => refund(world, ask, { secret, own }),
      },
    ],
  }
}

/** `site`, `partner`, `lang` and what the link prefills: `iin`, `phone`, `return`, `ref`. */
function link(
  world: World,
  given: URLSearchParams,
  { secret, own, host }: { secret: string; own: string; host: string },
): string {
  const partner = given.get('partner') || 'freedom'
  const params = new URLSearchParams({
    exp: String(Math.floor((world.now().getTime() + LINK_MS) / 1_000)),
    nonce: randomBytes(16).toString('base64url'),
    return: given.get('return') || `http://${host}/partner`,
  })
  for (const name of ['iin', 'phone', 'ref']) {
    const value = given.get(name)
    if (value) params.set(name, value)
  }
  params.set('sig', linkSignature(partner, params, secret))
  const locale = parseLocale(given.get('lang'))
  const site = (given.get('site') || own).replace(/\/$/, '')
  return `${site}${locale === defaultLocale ? '' : `/${locale}`}/internal/${partner}/partner/ogpo?${params}`
}

async function refund(
  world: World,
  ask: SandboxAsk,
  { secret, own }: { secret: string; own: string },
): Promise<SandboxAnswer> {
  const form = new URLSearchParams(ask.body)
  const body = JSON.stringify({
    refundId: form.get('refundId') || `PR-${world.next('partner.refund')}`,
    orderId: form.get('order') ?? '',
    amount: Number(form.get('amount')),
  })
  const timestamp = String(Math.floor(world.now().getTime() / 1_000))
  const site = (form.get('site') || own).replace(/\/$/, '')
  const answer = await fetch(
    `${site}/api/hooks/partner/${form.get('partner') || 'freedom'}/refund`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [TIMESTAMP_HEADER]: timestamp,
        [SIGNATURE_HEADER]: messageSignature(timestamp, body, secret),
      },
      body,
    },
  )
  return json({ status: answer.status, answer: parsed(await answer.text()) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
