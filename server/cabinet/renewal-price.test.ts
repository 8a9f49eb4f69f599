import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signedIn, stranger } from '#tests/client.ts'
import { car, clockTo, ordered, paysBill, purchaseToken, sale, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()

/** A seasonal policy of the buyer from 2026-02-03 to 2026-08-02. */
async function bought() {
  await clockTo(at(), '2026-02-02T06:00:00Z')
  const token = await purchaseToken(at())
  const { orderId, quote } = await ordered(
    at(),
    token,
    sale({ order: { dateStart: '2026-02-03', period: 6, seasonal: true } }),
  )
  await paysBill(at())
  const done = await settled(at(), token, orderId)
  if (!done.success || !done.data.globalId) throw new Error('not issued')
  return { globalId: done.data.globalId, premium: quote.insurance_premium }
}

test('the card offers the renewal thirty days before the end, with the price and why it is another one, to its owner alone', async () => {
  spec('7.2.ours-cabinet-policy-renewalprice')

  const { globalId, premium } = await bought()
  const price = async (who?: typeof stranger) =>
    at().api('cabinetRenewalPrice', { globalId }, await signedIn(at(), who))
  await clockTo(at(), '2026-07-01T06:00:00Z')
  expect((await price()).body).toMatchObject({ success: false, code: 14007 })
  await clockTo(at(), '2026-07-10T06:00:00Z')
  expect((await price(stranger)).status).toBe(404)
  const same = (await price()).body
  if (!same.success) throw new Error('no price')
  // The next half-year is three days longer: 184 and not 181.
  expect(same.data).toMatchObject({
    date_start: '2026-08-03',
    date_end: '2027-02-02',
    since_last: {
      premium,
      difference: same.data.premium - premium,
      changes: [
        { before: { code: 'term', value: '181/365' }, now: { code: 'term', value: '184/365' } },
      ],
      other_cars: false,
      other_driver: false,
    },
  })
  expect(same.data.premium).toBeGreaterThan(premium)

  // Another class than the policy was sold with.
  await sql`update policies set facts = jsonb_set(facts, '{insured,0,bonusMalus,class}', '"9"') where global_id = ${globalId}`.execute(
    at().db,
  )
  const cheaper = (await price()).body
  if (!cheaper.success) throw new Error('no price')
  expect(cheaper.data.premium).toBeLessThan(premium)
  expect(cheaper.data.since_last).toMatchObject({
    premium,
    difference: cheaper.data.premium - premium,
    changes: [
      {
        registrationNumber: car.registrationNumber,
        before: { code: 'bonusMalus', because: { class: '7' } },
        now: { code: 'bonusMalus', because: { class: '9' } },
      },
      { before: { code: 'term' } },
    ],
  })

  // The calculation that follows confirms it: a year is no longer half a year.
  const token = await purchaseToken(at())
  const { body } = await at().raw('/api/policy/ogpo/calculate', {
    body: { ...sale(), order: { dateStart: '2026-08-03', period: 12, prolongGlobalId: globalId } },
    token,
  })
  expect(body.data.calculations[0].since_last).toMatchObject({
    premium,
    difference: body.data.calculations[0].insurance_premium - premium,
    changes: [{ before: { code: 'term' }, now: null }],
  })
})
