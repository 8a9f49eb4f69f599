import { expect, test } from 'vitest'
import { steps } from '#server/jobs/steps.ts'
import { codeOn } from '../client.ts'
import { until } from '../http.ts'
import { buyer, car } from '../sale.ts'
import { dieAlong, firstAddress, prepared, walks } from './cabinet-walks.ts'
import { inCluster } from './processes.ts'

test('every step of the cabinet that the code names is walked', () => {
  expect(Object.values(walks).flat().sort()).toEqual(
    steps.filter((name) => name.startsWith('cabinet.')).sort(),
  )
})

test.concurrent(
  'a termination whose process dies is rescinded once and refunded once',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      const at = firstAddress(place)
      const { token, ask } = await prepared(place, async ({ token, globalId }) => {
        await place.control('PUT', `/control/vehicles/${car.registrationNumber}`, {
          registered: false,
        })
        const sums = await at.api(
          'cabinetCalcTerminate',
          { globalId, terminateReason: 'sold' },
          token,
        )
        if (!sums.body.success) throw new Error('no calculation')
        const { calcId, refundAmount } = sums.body.data
        await at.api('cabinetSendTerminateCode', { calcId }, token)
        return {
          ask: {
            globalId,
            terminateReason: 'sold' as const,
            calcId,
            refundAmount,
            code: await codeOn(place, buyer.phone),
          },
        }
      })
      await dieAlong(place, 'end', () => at.api('cabinetTerminate', ask, token))
      const done = await until(
        async () => (await at.api('cabinetTerminate', ask, token)).body,
        (body) =>
          body.success &&
          body.data.refunds.length > 0 &&
          body.data.refunds.every(({ state }) => state === 'done'),
      )
      expect(done).toMatchObject({
        data: { state: 'done', refunds: [{ amount: ask.refundAmount }] },
      })
      expect(await place.rows('select state from policies')).toEqual([{ state: 'terminated' }])
      expect(
        await place.rows(
          "select kind, amount from ledger where kind in ('returned', 'refund_due', 'refund') order by id",
        ),
      ).toEqual(
        ['returned', 'refund_due', 'refund'].map((kind) => ({ kind, amount: ask.refundAmount })),
      )
      expect(
        (await place.journal('esbd')).filter(
          ({ operation }) => operation === 'SetPolicyRescindingReason',
        ),
      ).toHaveLength(1)
    }),
)

test.concurrent(
  'a card whose deletion dies on the way is gone here and at the acquirer',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      const at = firstAddress(place)
      const { token, id } = await prepared(place, async ({ token }) => {
        const opened = await at.api('cabinetAddCard', {}, token)
        if (!opened.body.success) throw new Error('no page')
        await fetch(opened.body.redirect_url, {
          method: 'POST',
          body: new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' }),
          redirect: 'manual',
        })
        const { body } = await at.api('cabinetGetCards', {}, token)
        return { id: body.success ? (body.cards[0]?.id ?? '') : '' }
      })
      await dieAlong(place, 'card', () => at.api('cabinetDeleteCard', { id }, token))
      expect((await at.api('cabinetGetCards', {}, token)).body).toEqual({
        success: true,
        cards: [],
      })
    }),
)

test.concurrent(
  'a reminder whose process dies is one SMS and one letter',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      await prepared(place, async () => ({}))
      await place.control('POST', '/control/clock', { now: '2027-10-21T06:00:00Z' })
      await dieAlong(place, 'remind', async () => {})
      await until(
        () => place.rows('select days from reminders where sent_at is not null'),
        (rows) => rows.length === 1,
      )
      const heard = (await place.messages(buyer.phone)).filter(({ text }) =>
        text.includes('аяқталады'),
      )
      expect(heard).toHaveLength(1)
      const letters = (await place.mails('client@example.kz')).filter(({ subject }) =>
        subject.includes('аяқталады'),
      )
      expect(letters).toHaveLength(1)
    }),
)

test.concurrent(
  'a deletion whose process dies takes the person away whole',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      const at = firstAddress(place)
      await prepared(place, async ({ token }) => {
        const opened = await at.api('cabinetAddCard', {}, token)
        if (!opened.body.success) throw new Error('no page')
        await fetch(opened.body.redirect_url, {
          method: 'POST',
          body: new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' }),
          redirect: 'manual',
        })
        await at.api('cabinetGetCards', {}, token)
        await at.api('cabinetAskDeletion', {}, token)
        return {}
      })
      await place.control('POST', '/control/clock', { now: '2032-11-21T06:00:00Z' })
      await dieAlong(place, 'erase', async () => {})
      await until(
        () => place.rows('select iin from accounts'),
        (rows) => rows.length === 0,
      )
      expect(
        await place.rows(
          'select iin from people union all select buyer_iin from orders union all select policyholder_iin from policies',
        ),
      ).toEqual([{ iin: 'erased' }, { iin: 'erased' }])
    }),
)
