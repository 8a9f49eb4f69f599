import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { sender } from '#systems/http.ts'
import { placed, resting } from '#tests/chaos/at-house.ts'
import { typesCard } from '#tests/chaos/client.ts'
import { signedIn } from '#tests/client.ts'
import { collector, type Span } from '#tests/collector.ts'
import { subscribed } from '#tests/home.ts'
import { buyer, car, paysBill, purchaseToken } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { createLog } from './log.ts'
import { placeOfJob } from './order-trace.ts'
import { goingOn, linkTo, traced, traceId } from './trace.ts'

const seen = await collector()
const at = sharedTestApp({
  OTEL_EXPORTER_OTLP_ENDPOINT: seen.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=tests,x-key=a=b',
  OTEL_BSP_SCHEDULE_DELAY: '100',
})
afterAll(() => seen.close())

const namesIn = (trace: string) =>
  seen.spans.filter((span) => span.traceId === trace).map(({ name }) => name)
const keptTrace = async (orderId: string) => {
  const { trace } = await at()
    .db.selectFrom('orders')
    .select('trace')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return trace?.split('-')[1] ?? 'none'
}
/** All spans of a trace, once each of these exists. */
const whole = (trace: string, wanted: string[]) =>
  until(
    async () => namesIn(trace),
    (names) => wanted.every((name) => names.includes(name)),
  )
/** Spans are sent in the order of their ends: those that ended before this one have arrived too. */
const allSent = async () => {
  const id = await traced('the last one', {}, async () => traceId() ?? '')
  await whole(id, ['the last one'])
}
const ISSUED = [
  'payment received',
  'paid.commit',
  'job issue',
  'issue.set',
  'esbd SetPolicy',
  'issue.commit',
  'job documents',
  'job notify',
  'sms send',
  'mail send',
]

test('one trace holds a purchase from the request to the bill, the word of the bank, the policy, its papers and the SMS', async () => {
  const token = await purchaseToken(at())
  const { orderId } = await placed(at(), token, 'bill')
  await paysBill(at())
  await resting(at(), orderId)
  const trace = await keptTrace(orderId)
  await whole(trace, [
    'POST /api/policy/ogpo/order',
    'order.commit',
    'bank remote/create',
    'bank payment/status',
    ...ISSUED,
  ])
  // A span is sent when it ends, so those within it arrive first.
  const spans = await until(
    async () => seen.spans.filter((span) => span.traceId === trace),
    (all) =>
      all.every(
        ({ parentSpanId }) => !parentSpanId || all.some(({ spanId }) => spanId === parentSpanId),
      ),
  )
  expect(spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name)).toEqual([
    'POST /api/policy/ogpo/order',
  ])
  const calculated = seen.spans.find(({ name }) => name === 'POST /api/policy/ogpo/calculate')
  expect(spans.find(({ parentSpanId }) => !parentSpanId)?.links).toMatchObject([
    { traceId: calculated?.traceId },
  ])
  expect(spans.find(({ name }) => name === 'job issue')?.attributes).toMatchObject({
    'qorgan.job': 'issue',
    'qorgan.orderId': orderId,
  })
  expect(seen.resources.get('service.name')).toBe('qorgan')
  expect(seen.headers[0]).toMatchObject({ url: '/v1/traces', 'x-scope': 'tests', 'x-key': 'a=b' })
})

test('a notice of the acquirer is a request of its own; the money it tells of is in the trace of the order, and they point to each other', async () => {
  const token = await purchaseToken(at())
  const { orderId, attemptId } = await placed(at(), token, 'card')
  const payment = [...payments(at().sandbox.world).values()].find(
    (one) => one.orderId === attemptId,
  )
  await typesCard(at().sandbox.url, payment?.id ?? '')
  await resting(at(), orderId)
  const trace = await keptTrace(orderId)
  await whole(trace, ['POST /api/policy/ogpo/order', 'acquirer init_payment.php', ...ISSUED])
  // A query may have received it too.
  const received = await until(
    async () =>
      seen.spans.find(
        (span) =>
          span.name === 'payment received' && span.attributes['qorgan.actor'] === 'acquirer',
      ),
    (span): span is Span => span !== undefined,
  )
  expect(received).toMatchObject({ traceId: trace, attributes: { 'qorgan.attemptId': attemptId } })
  const notice = await until(
    async () => seen.spans.find(({ name }) => name === 'POST /api/hooks/acquirer/result'),
    (span): span is Span => span !== undefined,
  )
  expect(notice?.traceId).not.toBe(trace)
  expect(received?.links.map((link) => link.traceId)).toEqual([notice?.traceId])
  expect(notice?.links.map((link) => link.traceId)).toEqual([trace])
})

test('a Home subscription is one trace too, from the order to the contract, its paper and the kept card', async () => {
  const token = await signedIn(at())
  const id = await subscribed(at(), token)
  const { trace } = await at()
    .db.selectFrom('home_subscriptions')
    .select('trace')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const jobs = ['job home-register', 'job home-documents', 'job home-cards']
  await whole(trace?.split('-')[1] ?? 'none', [
    'POST /api/policy/home/order',
    'acquirer init_payment.php',
    'payment received',
    ...jobs,
  ])
})

test('asking about a bill that nobody pays leaves no span; what a sweep finds belongs to its purchase, a day later it only points there', async () => {
  const token = await purchaseToken(at())
  const { orderId, attemptId } = await placed(at(), token, 'bill')
  const polled = () =>
    at()
      .db.selectFrom('payment_attempts')
      .select('checked_at')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
  await until(polled, ({ checked_at }) => checked_at !== null)
  await allSent()
  const trace = await keptTrace(orderId)
  expect(namesIn(trace)).toEqual(expect.arrayContaining(['bank remote/create']))
  expect(namesIn(trace)).not.toContain('bank payment/status')

  const { db, clock } = at().server.deps
  const { parent, links } = await placeOfJob({ db, clock }, { attemptId })
  expect([linkTo(parent)[0]?.context.traceId, links]).toEqual([trace, []])
  const tomorrow = { ...clock, now: () => new Date(clock.now().getTime() + 25 * 3_600_000) }
  const later = await placeOfJob({ db, clock: tomorrow }, { orderId })
  expect([linkTo(later.parent), later.links.map(({ context }) => context.traceId)]).toEqual([
    [],
    [trace],
  ])
})

test('a browser’s word about a trace is not listened to, and outside systems hear nothing of ours', async () => {
  const foreign = 'a'.repeat(32)
  const answer = await fetch(`${at().url}/api/policy/ogpo/options`, {
    method: 'POST',
    headers: { traceparent: `00-${foreign}-${'b'.repeat(16)}-01` },
  })
  expect(answer.status).toBeLessThan(500)
  await allSent()
  expect(namesIn(foreign)).toEqual([])

  const heard: unknown[] = []
  const theirs = createServer((request, response) => {
    heard.push(request.headers.traceparent, request.headers.tracestate, request.headers.baggage)
    response.end('{}')
  })
  await new Promise<void>((resolve) => theirs.listen(0, '127.0.0.1', resolve))
  const address = theirs.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  const send = sender('bank', { journal: () => {} })
  await traced('a call', {}, () => send({ operation: 'ask', method: 'GET', url, safe: true }))
  theirs.closeAllConnections()
  theirs.close()
  expect(heard).toEqual([undefined, undefined, undefined])
})

test('a failure is marked by its kind, and a line of the log names the trace', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) }, traceId)
  const inside = { trace: '' }
  const work = traced('fails', {}, async () => {
    inside.trace = traceId() ?? ''
    log.info('said')
    throw new RangeError(`about ${buyer.iin}`)
  })
  await expect(work).rejects.toThrow(RangeError)
  log.info('said outside')
  await whole(inside.trace, ['fails'])
  const failed = seen.spans.find(({ traceId: of }) => of === inside.trace)
  expect(failed).toMatchObject({ attributes: { 'error.type': 'RangeError' }, status: { code: 2 } })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'said', trace: inside.trace })
  expect(JSON.parse(lines[1] ?? '')).not.toHaveProperty('trace')
})

test('a kept trace is gone on from as it was written, and nothing else is read as one', () => {
  const kept = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`
  expect(linkTo(goingOn(kept))[0]?.context).toMatchObject({
    traceId: '1'.repeat(32),
    spanId: '2'.repeat(16),
    traceFlags: 1,
  })
  for (const other of [null, '', 'x', `01${kept.slice(2)}`, `${kept}0`])
    expect(linkTo(goingOn(other))).toEqual([])
})

/** Last: checks everything the tests above have sent. */
test('nothing that was sent holds an IIN, a phone, a plate, a name or an address of mail', async () => {
  await allSent()
  const values = seen.spans.flatMap((span) => [span.name, ...Object.values(span.attributes)])
  expect(values.length).toBeGreaterThan(300)
  expect(values.filter((value) => /(?<![\w-])\d{11,12}(?![\w-])/.test(value))).toEqual([])
  const texts = seen.bodies.join('\n')
  const { rows } = await at().server.deps.pool.query<{
    facts: { policyholder: { surname: string } }
  }>('select facts from quotes limit 1')
  const surname = rows[0]?.facts.policyholder.surname ?? ''
  expect(surname.length).toBeGreaterThan(2)
  for (const secret of [
    buyer.iin,
    buyer.phone,
    car.registrationNumber,
    car.techPassport,
    surname,
    'client@example.kz',
  ])
    expect(texts.includes(secret), secret).toBe(false)
  const known =
    /^(http\.(request\.method|route|response\.status_code)|peer\.service|error\.type|qorgan\.(call|request|operation|outcome|attempts|job|actor|[a-z]+Id))$/
  expect(
    seen.spans
      .flatMap(({ attributes }) => Object.keys(attributes))
      .filter((name) => !known.test(name)),
  ).toEqual([])
})
