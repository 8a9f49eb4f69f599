import { randomBytes } from 'node:crypto'
import { defaultLocale, parseLocale } from '#domain/locale.ts'
import {
  json,
  type SandboxAnswer,
  type SandboxAsk,
  type SandboxSystem,
  type World,
} from '../sandbox-kit.ts'
import { EVENT_HEADER, Report, SIGNATURE_HEADER, TIMESTAMP_HEADER } from './protocol.ts'
import { partnerPage, type Received } from './sandbox-pages.ts'
import { linkSignature, messageSignature, sameSignature } from './sign.ts'

const LINK_MS = 5 * 60_000

/** What the partner's side has heard, newest first. */
export const reportsOf = (world: World): Received[] =>
  [...world.store<Received>('partner.reports').values()].reverse()

/** The partner's application: makes signed links, takes reports, gives money back past us. */
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
