import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createHistogram, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type KindName, kindNames, Load, type Outcome } from './load.ts'
import { byCard, seeded, visited } from './mix.ts'

/** One call of a simulated client. */

const GIVES_UP_MS = 15_000

type Answered = { status: number; text: string; retryAfter: number }
function ask(of: {
  url: string
  agent: Agent
  method?: string
  token?: string
  body?: string
  type?: string
}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(
      of.url,
      {
        agent: of.agent,
        method: of.method ?? 'POST',
        headers: {
          'accept-encoding': 'br',
          ...(of.body === undefined
            ? {}
            : {
                'content-type': of.type ?? 'application/json',
                'content-length': Buffer.byteLength(of.body),
              }),
          ...(of.token ? { authorization: `Bearer ${of.token}` } : {}),
        },
        timeout: GIVES_UP_MS,
      },
      (got) => {
        const chunks: Buffer[] = []
        got.on('data', (chunk: Buffer) => chunks.push(chunk))
        got.on('error', reject)
        got.on('end', () =>
          resolve({
            status: got.statusCode ?? 0,
            text: got.headers['content-type']?.startsWith('application/json')
              ? Buffer.concat(chunks).toString()
              : '',
            retryAfter: Number(got.headers['retry-after'] ?? 0),
          }),
        )
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('gave up')))
    asked.on('error', reject)
    asked.end(of.body)
  })
}

/** Counts answers by kind and outcome. */
function answersByKind() {
  const fresh = () => ({ outcomes: new Map<Outcome, number>(), times: createHistogram() })
  const all = () => new Map(kindNames.map((name) => [name, fresh()]))
  let of = all()
  let samples = new Map<string, number>()
  return {
    /** Forgets what was counted while everything was getting warm. */
    begin: () => {
      of = all()
      samples = new Map()
    },
    note: (kind: KindName, outcome: Outcome, ms: number) => {
      const counted = of.get(kind) ?? fresh()
      counted.outcomes.set(outcome, (counted.outcomes.get(outcome) ?? 0) + 1)
      if (outcome === 'good') counted.times.record(Math.max(1, Math.round(ms * 1_000)))
    },
    /** What went wrong, in words, each counted. */
    sample: (what: string) => {
      if (samples.size < 30 || samples.has(what)) samples.set(what, (samples.get(what) ?? 0) + 1)
    },
    told: (seconds: number) => ({
      of: Object.fromEntries(
        [...of].map(([name, { outcomes, times }]) => {
          const at = (percent: number) =>
            times.count === 0 ? 0 : times.percentile(percent) / 1_000
          const perSecond = Object.fromEntries(
            [...outcomes].map(([outcome, count]) => [outcome, count / seconds]),
          )
          return [name, { perSecond, p50: at(50), p95: at(95), p99: at(99) }]
        }),
      ),
      samples: Object.fromEntries(samples),
    }),
  }
}

/**
 * The country's people, in a process of their own: they come when they come, whether or not earlier
 * ones have been answered. One in ten whose price was calculated orders, pays (a card on the
 * acquirer's page, a bill in the bank's application), and takes the policy's paper home. Who is
 * asked to come again later does so; a calculation refused that way is lost to us.
 */
const [told] = await once(process, 'message')
const load = Load.parse(told)
const buyers = load.buyers
const random = seeded(load.seed)
const kinds = answersByKind()
const agents = load.urls.map(() => new Agent({ keepAlive: true, maxSockets: 512 }))
const outside = new Agent({ keepAlive: true, maxSockets: 64 })
const MOST_UNDER_WAY = 6_000
const BUYS = load.perSecond.contracts / load.perSecond.calculations

type Live = { orderId: string; token: string; paid: boolean; issuedAt: number | null }
const live: Live[] = []
const done: Live[] = []
const placed: { orderId: string }[] = []
let underWay = 0
let turn = 0

/** One question of a kind, counted from the moment it was due. */
async function counted(
  kind: KindName,
  due: number,
  path: string,
  body?: unknown,
  token?: string,
  method?: string,
): Promise<Answered | null> {
  if (underWay >= MOST_UNDER_WAY) {
    kinds.note(kind, 'not_sent', 0)
    return null
  }
  const at = turn++ % load.urls.length
  underWay += 1
  try {
    const answered = await ask({
      url: `${load.urls[at]}${path}`,
      agent: agents[at] as Agent,
      ...(method ? { method } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(token ? { token } : {}),
    })
    const outcome: Outcome =
      answered.status === 429 || answered.status === 503
        ? answered.retryAfter > 0
          ? 'later'
          : 'broken'
        : answered.status !== 200
          ? 'broken'
          : answered.text.startsWith('{"success":false')
            ? 'refused'
            : 'good'
    kinds.note(kind, outcome, performance.now() - due)
    if (outcome === 'broken')
      kinds.sample(`${kind} ${answered.status} ${answered.text.slice(0, 120)}`)
    if (outcome === 'refused')
      kinds.sample(`${kind} refused ${/"code":(\d+)/.exec(answered.text)?.[1]}`)
    return outcome === 'broken' ? null : answered
  } catch (cause) {
    kinds.note(kind, 'broken', performance.now() - due)
    kinds.sample(`${kind} ${cause instanceof Error ? cause.message : 'failed'}`)
    return null
  } finally {
    underWay -= 1
  }
}

/** Asks again while asked to come later, a few times: what somebody does who wants to pay. */
async function patiently(
  kind: KindName,
  path: string,
  body: unknown,
  token: string,
): Promise<Answered | null> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const answered = await counted(kind, performance.now(), path, body, token)
    if (answered && answered.status === 200) return answered
    await pause(Math.max(1, answered?.retryAfter ?? 1) * 1_000 * (0.5 + random.next()))
  }
  return null
}

async function calculates(due: number) {
  const buyer = random.of(buyers)
  const car = random.of(buyer.cars)
  const answered = await counted(
    'calculation',
    due,
    '/api/policy/ogpo/calculate',
    {
      drivers: [],
      vehicles: [{ registrationNumber: car.plate, techPassport: car.techPassport }],
      insurant: { iin: buyer.iin, phone: buyer.phone, willDrive: true },
      operation: { applicationId: crypto.randomUUID() },
      order: { dateStart: '2026-11-21', period: 12 },
    },
    buyer.token,
  )
  if (answered?.status !== 200 || random.next() >= BUYS) return
  const [quote] = JSON.parse(answered.text).data?.calculations ?? []
  if (!quote) return
  await pause(500 + random.below(2_500))
  await buys(quote.calculationId, buyer)
}

async function buys(calculationId: string, { token, email }: (typeof buyers)[number]) {
  const card = random.next() < byCard
  const pay = card
    ? { system: 'card', method: 'redirect' }
    : { system: 'mobile_bank', method: 'bill' }
  const answered = await patiently(
    'order',
    '/api/policy/ogpo/order',
    { calculationId, pay, email },
    token,
  )
  if (!answered) return
  const { data } = JSON.parse(answered.text)
  if (!data?.orderId) return
  placed.push({ orderId: data.orderId })
  live.push({ orderId: data.orderId, token, paid: false, issuedAt: null })
  if (!data.redirect_url) return
  await pause(500 + random.below(2_500))
  const form = new URLSearchParams({
    pan: '4400000000000001',
    expiry: '12/29',
    cvc: '123',
  }).toString()
  await ask({
    url: data.redirect_url,
    agent: outside,
    body: form,
    type: 'application/x-www-form-urlencoded',
  }).catch(() => kinds.sample('the acquirer’s page failed'))
}

async function polls(due: number) {
  const at = live.length > 0 ? random.below(live.length) : -1
  const order = live[at] ?? done[random.below(Math.max(1, done.length))]
  if (!order) return
  const path = order.paid ? '/api/policy/ogpo/checkOrderSet' : '/api/policy/checkOrderPaid'
  const answered = await counted('poll', due, path, { orderId: order.orderId }, order.token)
  if (answered?.status !== 200) return
  const { data } = JSON.parse(answered.text)
  if (data?.status === 'paid') order.paid = true
  const ended =
    data?.files?.policy || ['rejected', 'expired', 'error', 'failed'].includes(data?.status)
  if (!ended || !live.includes(order)) return
  live.splice(live.indexOf(order), 1)
  done.push(order)
  if (done.length > 500) done.shift()
  if (data.files?.policy)
    await counted(
      'paper',
      performance.now(),
      `/download-policy/${data.files.policy.uuid}`,
      undefined,
      undefined,
      'GET',
    )
}

const visits = (due: number) =>
  counted('page', due, random.of(visited), undefined, undefined, 'GET')

/** Arrivals of one kind until the end, each at its own time. */
async function arrive(perSecond: number, comes: (due: number) => Promise<unknown>, end: number) {
  if (perSecond <= 0) return
  for (
    let due = performance.now() + random.gap(perSecond);
    due < end;
    due += random.gap(perSecond)
  ) {
    const wait = due - performance.now()
    if (wait > 1) await pause(wait)
    void comes(due)
  }
}

const warm = performance.now()
const end = warm + load.seconds * 1_000
setTimeout(() => kinds.begin(), load.warmSeconds * 1_000)
await Promise.all([
  arrive(load.perSecond.pages, visits, end),
  arrive(load.perSecond.calculations, calculates, end),
  arrive(load.perSecond.polls, polls, end),
])
// The last ones are heard out; who has ordered goes on paying.
for (let left = 0; left < 80 && underWay > 0; left += 1) await pause(250)
await pause(4_000)
process.send?.(
  { kinds: kinds.told(load.seconds - load.warmSeconds), placed, waiting: live.length },
  () => process.exit(0),
)
process.on('disconnect', () => process.exit(1))
