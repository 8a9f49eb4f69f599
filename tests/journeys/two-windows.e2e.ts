import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { formatMoney } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'
import shellWords from '#web/cabinet/texts.ts'
import policyWords from '#web/policies/texts.ts'
import resultWords from '#web/purchase/result/texts.ts'
import wayWords from '#web/sale/way-texts.ts'
import { calls, until } from '../http.ts'
import { priced } from '../sale.ts'
import { rowsOf } from './database.ts'
import { viewsOf } from './languages.ts'
import { buys } from './policies.ts'
import { answers, bill, type Car, fault, type Human, newCar, newHuman } from './sandbox.ts'
import { expect, heading, isSound, phone, test, wide } from './screens.ts'
import { isSignedIn } from './signed-in.ts'

const { api } = calls(`http://localhost:${process.env.JOURNEY_PORT ?? 3210}`)
const bank = { system: 'mobile_bank', method: 'bill' } as const

/**
 * A dearer reissue ordered in the other window: one more driver. Answers the key of its page and
 * what is to be paid more.
 */
async function reissues(globalId: string, who: Human, car: Car, token: string) {
  const second = await newHuman({ bonusMalus: { kind: 'CLASS', class: 'M' } })
  const asked = await api('requestConsent', { iin: second.iin, phone: second.phone }, token)
  const requestId = asked.body.success ? asked.body.data.requestId : ''
  await answers(second.phone, '1')
  await until(
    async () => (await api('consentStatus', { requestId }, token)).body,
    (body) => body.success && body.data.status === 'approved',
  )
  const { body: clock } = await api('clock', {})
  const start = clock.success
    ? new Date(Date.parse(`${clock.data.today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    : ''
  const { body } = await priced(() =>
    api(
      'ogpoCalculate',
      {
        drivers: [{ iin: second.iin }],
        vehicles: [{ registrationNumber: car.plate, techPassport: car.techPassport }],
        insurant: { iin: who.iin, phone: who.phone, willDrive: true },
        operation: { applicationId: crypto.randomUUID() },
        order: { dateStart: start, period: 12, reorderGlobalId: globalId },
      },
      token,
    ),
  )
  const quote = body.success ? body.data.calculations[0] : undefined
  const { body: placed } = await api(
    'ogpoReorder',
    { calculationId: quote?.calculationId ?? '', pay: bank, globalId },
    token,
  )
  if (!placed.success) throw new Error(`no reissue: ${JSON.stringify([body, placed])}`)
  return { key: placed.data.key, surcharge: quote?.surcharge_sum ?? 0 }
}

/**
 * One window shows the reissue's page, the other the cabinet: whatever is pressed where, the sums
 * are right in both.
 */
async function walks(page: Page, locale: Locale) {
  const [result, policies] = [resultWords[locale], policyWords[locale]]
  const prefix = prefixOf(locale)
  const [who, car] = [await newHuman(), await newCar()]
  const { globalId, token } = await buys(who, car)
  const { key, surcharge } = await reissues(globalId, who, car, token)
  expect(surcharge).toBeGreaterThan(0)
  await isSignedIn(page, who)

  await page.goto(`${prefix}/ogpo-calculator/result?order=${key}`)
  await expect(heading(page, wayWords[locale].mobile_bank.asked)).toBeVisible()
  await expect(page.getByText(formatMoney(surcharge)).first()).toBeVisible()

  const cabinet = await page.context().newPage()
  await cabinet.goto(`${prefix}/account?tab=policies`)
  await expect(
    cabinet.getByRole('heading', { level: 2, name: shellWords[locale].tabs.policies, exact: true }),
  ).toBeVisible()
  const card = cabinet.getByRole('article').filter({ hasText: globalId })
  const [row] = await rowsOf('select premium from policies where global_id = $1', [globalId])
  await card.getByRole('link', { name: new RegExp(globalId) }).click()
  await card.getByText(policies.others).click()
  // The bill stays on the phone: only then its money can come late.
  await fault('bank', 'unavailable', { operation: 'remote/cancel', times: 10_000 })
  await card.getByRole('button', { name: policies.cancel, exact: true }).click()
  await expect(cabinet.getByText(formatMoney(Number(row?.premium))).first()).toBeVisible()
  await cabinet.getByRole('button', { name: policies.cancelYes, exact: true }).click()
  await expect(
    cabinet.getByText(policies.cancelled).filter({ visible: true }).first(),
  ).toBeVisible()
  await isSound(cabinet)

  // The reissue has given way by itself; its late money goes back.
  await expect(heading(page, result.headings.cancelled)).toBeVisible()
  await isSound(page)
  await bill(who.phone, 'pay')
  // Nobody follows an order that is over: who comes back to its page sees where the money is.
  await expect(async () => {
    await page.reload()
    await expect(heading(page, result.headings.refunded)).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await cabinet.reload()
  await expect(cabinet.getByRole('button', { name: policies.cancel, exact: true })).toHaveCount(0)
  const sums = await rowsOf(
    `select contracts.paid_in::int as paid, contracts.refunded::int as back,
       (select count(*)::int from policies where contract_id = contracts.id and state in ('pending', 'active')) as in_force
     from contracts join policies on policies.contract_id = contracts.id where global_id = $1`,
    [globalId],
  )
  const paid = Number(row?.premium) + surcharge
  expect(sums[0]).toEqual({ paid, back: paid, in_force: 0 })
}

for (const { where, locale, viewport, colorScheme } of viewsOf('two windows', [
  { where: 'on a phone in Kazakh', locale: 'kz', viewport: phone, colorScheme: 'light' },
  { where: 'on a wide screen in Russian', locale: 'ru', viewport: wide, colorScheme: 'dark' },
] as const))
  test.describe(where, () => {
    test.use({ viewport, colorScheme })
    test('a policy is cancelled in one window while its reissue waits for money in the other', ({
      page,
    }) => walks(page, locale))
  })
