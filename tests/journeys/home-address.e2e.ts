import { addressCodeOf } from '#systems/gkb/sandbox.ts'
import { button, choosesHome, choosesPlan, enters, wordsOf } from './home-screens.ts'
import { newHuman } from './sandbox.ts'
import { expect, isSound, phone, test } from './screens.ts'
import { nothingMoved, watchesShifts } from './shifts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Lives in Altynsarin Avenue of Shymkent, the longest address of the sandbox. */
async function livesFar(): Promise<{ iin: string }> {
  for (;;) {
    const who = await newHuman()
    if (/^02(0026|0086|0146)/.test(addressCodeOf(who.iin))) return who
  }
}

test.describe('on a phone in Kazakh', () => {
  test.use({ viewport: phone })
  test('a registered address of three lines has its place, and stands whole once taken', async ({
    page,
  }) => {
    const w = wordsOf('kz')
    const who = await livesFar()
    await watchesShifts(page)
    await choosesPlan(page, w)
    await choosesHome(page, w)
    await button(page, w.signIn.egov).click()
    await enters(page, w, who)
    const registered = button(page, new RegExp(`^${w.calculator.registered} Шымкент`))
    await expect(registered).toBeVisible()
    const areKnown = () =>
      expect(page.getByText(w.calculator.insurer, { exact: true })).toBeVisible()
    await areKnown()
    await nothingMoved(page)
    await registered.click()
    await expect(registered).toHaveAttribute('aria-pressed', 'true')
    const isCut = await registered
      .locator('small')
      .evaluate((text) => text.scrollHeight > text.clientHeight)
    expect(isCut).toBe(false)
    await areKnown()
    await isSound(page)
  })
})
