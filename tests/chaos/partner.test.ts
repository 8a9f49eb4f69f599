import { expect, test } from 'vitest'
import { steps } from '#server/jobs/steps.ts'
import { until } from '../http.ts'
import { clientIn } from './client.ts'
import { inCluster } from './processes.ts'

/**
 * `kill -9` around every step of telling a partner: the report comes, by one id, and is marked
 * delivered once.
 */
const walk = ['partner.report.send', 'partner.report.commit'] as const
/** Between the two steps nothing stands: after the first is before the second. */
const stops = [
  'before:partner.report.send',
  'after:partner.report.send',
  'after:partner.report.commit',
]

test('every step of partners that the code names is walked', () => {
  expect([...walk].sort()).toEqual(steps.filter((name) => name.startsWith('partner.')).sort())
})

test('a report whose process dies reaches the partner by its one id', { timeout: 600_000 }, () =>
  inCluster(1, async (place) => {
    const first = await place.start()
    const client = clientIn(place)
    const cart = await client.cart()
    await client.order(cart)
    const orderId = await client.orderOf(cart)
    first.kill()
    await first.died
    // The sale of a partner as the issue leaves it: the report is written, its job got lost with
    // the process.
    const id = `${orderId}:issued`
    const report = {
      id,
      event: 'issued',
      at: '2026-11-20T06:00:00.000Z',
      reference: null,
      order: { id: orderId, source: 'freedom_superapp_ogpo', amount: 1 },
    }
    await place.rows(
      "insert into partner_events (id, partner, order_id, event, payload, created_at, next_attempt_at) values ($1, 'freedom', $2, 'issued', $3, '2026-11-20T06:00:00Z', '2026-11-20T06:00:00Z')",
      [id, orderId, JSON.stringify(report)],
    )
    for (const stop of stops) {
      const process = await place.start(stop)
      expect(await process.died, stop).toBe('SIGKILL')
    }
    await place.start()
    const [event] = await until(
      () =>
        place.rows<{ delivered_at: Date | null; attempts: number }>(
          'select delivered_at, attempts from partner_events',
        ),
      (rows) => rows[0]?.delivered_at !== null,
    )
    expect(event?.attempts).toBe(1)
    const heard: { report: { id: string }; times: number }[] = await place.control(
      'GET',
      '/partner/reports',
    )
    expect(heard.map(({ report: { id: told } }) => told)).toEqual([id])
    // Sent again after the death between the sending and the mark, and never after the mark.
    expect(heard[0]?.times).toBe(2)
  }),
)
