import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo-calculate.ts'
import { prefixOf } from '#contract/pages.ts'
import { calls, until } from '../http.ts'
import { priced } from '../sale.ts'
import { answers, bill, type Human, newCar, newHuman, purchaseToken } from './sandbox.ts'
import { expect, isSound, phone, test, wide, wordsOf } from './screens.ts'
import { isSignedIn } from './signed-in.ts'

const { api } = calls(`http://localhost:${process.env.JOURNEY_PORT ?? 3210}`)
/** Sixty letters without a place to break, some of them Kazakh alone. */
const surname = 'Құдайбергенұлықызылқайраттытөлегенбекмұхаметжанғалиқызыәбдіұл'

/** As many drivers and cars as one policy takes, each name as long as a register may hold. */
async function buysFullHouse(): Promise<{ who: Human; globalId: string; key: string }> {
  const long = { surname, name: 'Шынғысханмұхамедқали', patronymic: 'Нұрсұлтанбекмұхамедұлы' }
  const who = await newHuman(long)
  const token = await purchaseToken(who)
  const others: Human[] = []
  for (let n = 1; n < 10; n += 1) {
    const other = await newHuman(long)
    const { body } = await api('requestConsent', { iin: other.iin, phone: other.phone }, token)
    if (!body.success) throw new Error(JSON.stringify(body))
    await answers(other.phone, '1')
    const { requestId } = body.data
    await until(
      async () => (await api('consentStatus', { requestId }, token)).body,
      (found) => found.success && found.data.status === 'approved',
    )
    others.push(other)
  }
  const cars = await Promise.all(Array.from({ length: 10 }, () => newCar()))
  const { body: clock } = await api('clock', {})
  if (!clock.success) throw new Error('no clock')
  const start = new Date(Date.parse(`${clock.data.today}T00:00:00Z`) + 86_400_000)
  const sale: z.input<typeof CalculateBody> = {
    drivers: others.map(({ iin }) => ({ iin })),
    vehicles: cars.map(({ plate, techPassport }) => ({ registrationNumber: plate, techPassport })),
    insurant: { iin: who.iin, phone: who.phone, willDrive: true },
    operation: { applicationId: crypto.randomUUID() },
    order: { dateStart: start.toISOString().slice(0, 10), period: 12 },
  }
  const { body: quoted } = await priced(() => api('ogpoCalculate', sale, token))
  if (!quoted.success) throw new Error(JSON.stringify(quoted))
  const pay = { system: 'mobile_bank', method: 'bill' } as const
  for (const { calculationId } of quoted.data.calculations) {
    const { body: placed } = await api('ogpoOrder', { calculationId, pay }, token)
    if (!placed.success) continue
    await bill(who.phone, 'pay')
    const issued = await until(
      async () => (await api('ogpoCheckOrderSet', { orderId: placed.data.orderId }, token)).body,
      (body) => body.success && body.data.status === 'issued',
    )
    const globalId = (issued.success && issued.data.globalId) || ''
    return { who, globalId, key: placed.data.key }
  }
  throw new Error('no insurer takes ten drivers with ten cars')
}

test('ten drivers and ten cars with the longest names stay on a phone and on a wide screen, from the review to the cabinet', async ({
  page,
}) => {
  const { who, globalId, key } = await buysFullHouse()
  await isSignedIn(page, who)
  const fits = async () => {
    for (const viewport of [phone, wide]) {
      await page.setViewportSize(viewport)
      await isSound(page)
    }
  }
  await page.setViewportSize(phone)
  await page.goto(`/ogpo-calculator/result?order=${key}`)
  await expect(page.getByText(globalId).first()).toBeVisible()
  // The moment of issue is drawn once.
  await page.reload()
  await expect(page.getByText(globalId).first()).toBeVisible()
  await fits()
  await page.goto(`/account?policy=${globalId}`)
  await expect(page.getByText(globalId).first()).toBeVisible()
  await fits()
  await page.goto(`${prefixOf('ru')}/ogpo-calculator?reissue=${globalId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(wordsOf('ru').review.found)
  await expect(page.getByText(surname).first()).toBeVisible()
  await fits()
})
