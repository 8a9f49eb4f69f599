import { prefixOf } from '#contract/pages.ts'
import { accountChangeTexts } from '#texts/account-changes.ts'
import { capital } from '#texts/phrases.ts'
import words from '#web/not-me/texts.ts'
import { languagesOf } from './languages.ts'
import { buys } from './policies.ts'
import { codeSentTo, messages, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { isSignedIn } from './signed-in.ts'

const [theirs, own] = [
  ['qara', 'tau', '41'],
  ['aq', 'bulaq', '73'],
].map((parts) => parts.join('-'))

for (const locale of languagesOf('not me'))
  test(`whoever did not change the password takes the account back by the SMS, in ${locale}`, async ({
    page,
  }) => {
    const t = words[locale]
    const at = (path: string) => `${prefixOf(locale)}${path}`
    const who = await newHuman()
    await buys(who, await newCar())
    await isSignedIn(page, who)
    const [{ value } = { value: '' }] = await page.context().cookies()
    const changed = await page.request.post('/api/cabinet/user/changePassword', {
      headers: { authorization: decodeURIComponent(value) },
      data: { password: theirs, password_repeat: theirs },
    })
    expect(changed.status()).toBe(200)
    await page.goto(at('/account?tab=data'))
    const what = accountChangeTexts.password_changed[locale]
    await expect(page.getByRole('heading', { level: 3, name: capital(what) })).toHaveText(
      capital(what),
    )

    const sms = (await messages(who.phone)).find(({ text }) => text.includes('/not-me#'))
    const key = new URL(/https?:\S+/.exec(sms?.text ?? '')?.[0] ?? '').hash
    await page.context().clearCookies()
    for (const size of [wide, phone]) {
      await page.setViewportSize(size)
      await page.goto(at('/not-me'))
      await expect(page.getByText(t.leads.lost)).toBeVisible()
      await isSound(page)
    }
    await page.goto(at('/'))
    await page.goto(at('/not-me') + key)
    await expect(page.getByText(what)).toBeVisible()
    // The key has left the address bar.
    expect(new URL(page.url()).hash).toBe('')
    await isSound(page)
    // A phone drops the page while somebody reads their messages: the tab has the key.
    await page.reload()
    await expect(page.getByText(what)).toBeVisible()
    await page.getByRole('button', { name: t.end }).click()
    const code = page.getByLabel(t.code)
    await expect(code).toBeFocused()
    // What is missing is said where it is missing.
    await page.getByLabel(t.password, { exact: true }).focus()
    await page.getByRole('button', { name: t.save }).click()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await expect(code).toBeFocused()
    await code.pressSequentially(await codeSentTo(who.phone))
    await page.getByLabel(t.password, { exact: true }).fill(own ?? '')
    await page.getByLabel(t.repeat).fill(own ?? '')
    await isSound(page)
    await page.getByRole('button', { name: t.save }).click()
    await expect(page.getByText(t.leads.done)).toBeVisible()
    await isSound(page)
    // The same link again says that it did its work.
    await page.goto(at('/'))
    await page.goto(at('/not-me') + key)
    await expect(page.getByText(t.leads.used)).toBeVisible()
  })
