import { orderStates } from '#texts/states.ts'
import dialogWords from '#web/dialogs/texts.ts'
import { languagesOf } from './languages.ts'
import {
  billButton,
  button,
  fillCar,
  fillPeople,
  issued,
  near,
  opens,
  policyholderField,
  row,
  sends,
  street,
  wordsOf,
} from './promoter-screens.ts'
import { bill, invoices, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test } from './screens.ts'
import { spec } from './spec.ts'

/** A sale on a phone that is held up: by the position, by a lost connection. */
const kz = wordsOf('kz')
test.use({ geolocation: street, permissions: ['geolocation'], viewport: phone, hasTouch: true })

test('a refused position and a service centre nearby stop the sale in words, a retry recalculates, and a cancelled sale is begun anew from the list of today', async ({
  page,
  context,
}) => {
  spec(
    '2.3.geolocation-promoter',
    '4.2.calculation-flow-2-device',
    '8.5.12009-near_con-server-message',
  )

  const [buyer, car] = [await newHuman(), await newCar()]
  await context.clearPermissions()
  await opens(page, kz)
  await fillPeople(page, kz, buyer)
  await fillCar(page, kz, car)
  await expect(page.getByText(kz.position.PERMISSION_DENIED)).toBeVisible()
  await isSound(page)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(near)
  await button(page, kz.retry).tap()
  await expect(page.locator('dialog[open]').getByText(/200/).first()).toBeVisible()
  // Shut, it leaves behind why there is no price.
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(page.getByRole('complementary').getByText(/200/).first()).toBeVisible()
  await isSound(page)
  await expect(billButton(page)).toHaveCount(0)
  await context.setGeolocation(street)
  await button(page, kz.retry).tap()
  await sends(page, kz, (target) => target.tap())
  await button(page, kz.order.cancel).tap()
  await button(page, kz.order.cancelYes).tap()
  await expect(page.getByRole('heading', { name: kz.result.headings.cancelled })).toBeVisible()
  await page.goto('/promoter/sales')
  const lost = page
    .getByRole('region', { name: kz.sales.todays })
    .getByRole('listitem')
    .filter({ hasText: car.plate })
  await expect(lost).toContainText(orderStates.kz.cancelled)
  await isSound(page)
  await lost.getByRole('link', { name: kz.sales.ways.again }).tap()
  await expect(policyholderField(page, kz, kz.sell.iin)).toHaveValue(buyer.iin)
  await sends(page, kz, (target) => target.tap())
  await expect(page.getByRole('heading', { name: kz.result.headings.awaiting })).toBeVisible()
})

test('an unfinished sale is there after a reload without a connection, and a visitor finds no policy without signing in', async ({
  page,
  context,
}) => {
  spec('2.2.promoter-search')

  await page.goto('/promoter/search')
  await expect(page.getByText(kz.guest.signInTitle)).toBeVisible()
  await isSound(page)
  const buyer = await newHuman()
  await opens(page, kz)
  await fillPeople(page, kz, buyer)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await page.reload()
  await expect(policyholderField(page, kz, kz.sell.iin)).toHaveValue(buyer.iin)
  await expect(page.getByText(kz.frame.offline)).toHaveCount(1)
  // What could not be looked up, and the price asked for meanwhile.
  await fillCar(page, kz, await newCar())
  await expect(page.getByText(kz.sell.offline)).toBeVisible()
  await button(page, kz.sell.calculate).tap()
  await expect(page.getByText(kz.sell.offlineCalculate)).toBeVisible()
  const draft = page.waitForResponse('**/api/promoter/draft/save')
  await context.setOffline(false)
  expect((await draft).status()).toBe(200)
  await expect(page.getByText(kz.sell.offline)).toHaveCount(0)
  await expect(page.getByText(kz.sell.offlineCalculate)).toHaveCount(0)
  await expect(row(page, kz.sell.car(1)).getByRole('alert')).toHaveCount(0)
  await page.goto('/promoter/sales')
  await expect(page.getByRole('link', { name: kz.sales.goOn }).first()).toBeVisible()
})

test.describe('on a phone that loses the connection', () => {
  // The answer to the order is lost on purpose: what a worker of the page would ask cannot be.
  test.use({ serviceWorkers: 'block' })

  test('with the network cut after the bill is sent the sale completes once when it returns', async ({
    page,
    context,
  }) => {
    spec(
      '4.2.calculation-flow-5-order',
      '4.2.calculation-flow-6-check',
      '7.3.ours-network-cut-after',
    )

    const [buyer, car] = [await newHuman(), await newCar()]
    await opens(page, kz)
    await fillPeople(page, kz, buyer)
    await fillCar(page, kz, car)
    // The server has taken the order; its answer is lost with the connection.
    await page.route(
      '**/api/promoter/policy/ogpo/order',
      async (route) => {
        await route.fetch()
        await context.setOffline(true)
        await route.abort()
      },
      { times: 1 },
    )
    await sends(page, kz, (target) => target.tap())
    await expect(page.getByText(kz.sell.outgoing)).toBeVisible()
    await expect(page.getByText(kz.frame.offline)).toHaveCount(1)
    await isSound(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: kz.result.headings.awaiting })).toBeVisible()
    expect(await invoices(buyer.phone)).toHaveLength(1)
    await bill(buyer.phone, 'pay')
    await issued(page, kz)
    expect(await invoices(buyer.phone)).toHaveLength(1)
  })

  test('what was done without a connection goes in its order when it is back, and one bill comes of an order whose answer was lost twice', async ({
    page,
    context,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await opens(page, kz)
    await fillPeople(page, kz, buyer)
    const asked: string[] = []
    const orders: (string | null)[] = []
    page.on('request', (request) => {
      const [, act] = /\/ogpo\/(calculate|order)$/.exec(request.url()) ?? []
      if (act) asked.push(act)
      if (act === 'order') orders.push(request.postData())
    })
    // The car is typed, the price asked for: neither leaves.
    await context.setOffline(true)
    await fillCar(page, kz, car)
    await button(page, kz.sell.calculate).tap()
    await expect(page.getByText(kz.sell.offlineCalculate)).toBeVisible()
    let lost = 0
    await page.route(
      '**/api/promoter/policy/ogpo/order',
      async (route) => {
        await route.fetch()
        lost += 1
        await context.setOffline(true)
        await route.abort()
      },
      { times: 2 },
    )
    asked.length = 0
    await context.setOffline(false)
    await sends(page, kz, (target) => target.tap())
    await expect.poll(() => lost).toBe(1)
    await expect(page.getByText(kz.sell.outgoing)).toBeVisible()
    await context.setOffline(false)
    await expect.poll(() => lost).toBe(2)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: kz.result.headings.awaiting })).toBeVisible()
    // First the price, then one order, said in the same words however often.
    expect(asked.filter((act, at) => act !== asked[at - 1])).toEqual(['calculate', 'order'])
    expect(orders.length).toBeGreaterThanOrEqual(3)
    expect(new Set(orders).size).toBe(1)
    expect(await invoices(buyer.phone)).toHaveLength(1)
  })
})

for (const locale of languagesOf('a device without a position'))
  test(`a device that knows no position, and a session that names nobody, are said with what to do, in ${locale}`, async ({
    page,
  }) => {
    const w = wordsOf(locale)
    const { advice } = dialogWords[locale].position
    const asks = async () => {
      await fillPeople(page, w, await newHuman())
      await fillCar(page, w, await newCar())
    }
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => undefined })
    })
    await opens(page, w)
    await asks()
    await expect(page.getByText(w.position.UNSUPPORTED)).toBeVisible()
    await expect(page.getByText(advice.UNSUPPORTED)).toBeVisible()
    await isSound(page)
    await page.route('**/api/promoter/auth/me', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/"login":"\d+"/, '"login":""')
      await route.fulfill({ response: answer, body })
    })
    await page.goto(w.at('/promoter/ogpo'))
    await asks()
    await expect(page.getByText(w.position.NO_IIN)).toBeVisible()
    await expect(page.getByText(advice.NO_IIN)).toBeVisible()
    await isSound(page)
  })
