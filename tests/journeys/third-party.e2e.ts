import { pathOf } from '#contract/pages.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import headWords from '#web/claims/harmed/head-texts.ts'
import harmedWords from '#web/claims/harmed/texts.ts'
import loginWords from '#web/claims/harmed/who-texts.ts'
import damageWords from '#web/claims/way/damage-texts.ts'
import whereWords from '#web/claims/way/incident-place-texts.ts'
import paperWords from '#web/claims/way/papers-texts.ts'
import photographWords from '#web/claims/way/photographs-texts.ts'
import verdictWords from '#web/claims/way/verdict-texts.ts'
import { pageTitles } from '#web/page-titles.ts'
import carWords from '#web/pages/auto-insurance/texts.ts'
import { plateWords } from '#web/ui/plate-words.ts'
import { pngOf } from '../claim-way.ts'
import { inDatabase, rowsOf } from './database.ts'
import { languagesOf } from './languages.ts'
import { buys } from './policies.ts'
import { codeOn, codeSentTo, messages, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test } from './screens.ts'

for (const locale of languagesOf('somebody who was hit'))
  test(`somebody whom a client hit claims from a phone without being a client (${locale})`, async ({
    page,
  }) => {
    const t = harmedWords[locale]
    const where = whereWords[locale]
    const atFault = await newHuman()
    const car = await newCar()
    await buys(atFault, car)
    await inDatabase(
      'update policies set start_date = start_date - 30 where policyholder_iin = $1',
      [atFault.iin],
    )
    const victim = await newHuman()
    await page.setViewportSize(phone)
    // Where somebody looks after a crash; and it stands in every menu.
    await page.goto(pathOf('auto-insurance', locale))
    await expect(
      // Folded away on a phone.
      page.getByRole('contentinfo').getByRole('link', {
        name: pageTitles[locale]['claim-new'],
        includeHidden: true,
      }),
    ).toHaveAttribute('href', pathOf('claim-new', locale))
    await page.getByRole('link', { name: carWords[locale].hitMe[2], exact: true }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: headWords[locale].title }),
    ).toBeVisible()
    // Whose fault it was is told its own way, from here too.
    await page.getByRole('link', { name: harmedWords[locale].mineGo }).click()
    await expect(page).toHaveURL(/\/auto-insurance#claim$/)
    await expect(
      page.getByRole('link', { name: carWords[locale].iHit[2], exact: true }),
    ).toHaveAttribute('href', pathOf('claim', locale))
    await page.goBack()
    await isSound(page)

    // Nothing is asked of anybody before the fields are there.
    await page.getByRole('button', { name: t.next }).click()
    await expect(page.getByText(t.namedEmpty)).toBeVisible()
    // A plate nobody has insured here: told after the phone is proved, and the number is corrected.
    await page.getByLabel(t.named).fill('000 AAA 02')
    await page.getByRole('radio', { name: t.today }).check({ force: true })
    await page.getByRole('button', { name: t.next }).click()
    const login = loginWords[locale]
    await expect(page.getByRole('heading', { level: 1, name: t.whoTitle })).toBeVisible()
    await page.getByLabel(login.iin).fill(victim.iin)
    await page.getByLabel(login.phone).fill(victim.phone.slice(1))
    await isSound(page)
    await page.getByRole('button', { name: login.send }).click()
    await expect(page.getByRole('heading', { level: 1, name: t.codeTitle })).toBeVisible()
    await isSound(page)
    await page.locator('input[name="code"]').pressSequentially(await codeOn(victim.phone))
    await expect(page.getByText(t.none)).toBeVisible()
    await page.getByLabel(t.named).fill(car.plate)
    await page.getByRole('button', { name: t.next }).click()

    await expect(page.getByRole('heading', { level: 1, name: where.title })).toBeVisible()
    await expect(page.getByText(where.against(car.plate))).toBeVisible()
    // The day is the one they began with.
    await expect(page.getByText(where.dayNamed)).toBeVisible()
    await page.getByLabel(where.time).fill('00:00')
    await page.getByLabel(where.place, { exact: true }).fill('Алматы, Абай даңғылы, 99')
    await page.getByLabel(where.ownPlate).fill('417BDA02')
    await isSound(page)
    await page.getByRole('button', { name: where.go }).click()
    const photographs = photographWords[locale]
    await page
      .locator('input[name="photograph-overview"]')
      .setInputFiles({ name: 'IMG_1.png', mimeType: 'image/png', buffer: pngOf() })
    await expect(page.getByText(photographs.kept)).toHaveCount(1)
    await page.getByRole('button', { name: photographs.go, exact: true }).click()
    await page.getByRole('checkbox', { name: zoneWords.rear_bumper[locale] }).click()
    await page.getByRole('button', { name: damageWords[locale].go }).click()

    // Another device: the same phone opens the same draft.
    const papers = paperWords[locale]
    await expect(page.getByRole('heading', { level: 1, name: papers.title })).toBeVisible()
    const shown = await page.locator('article').innerText()
    expect(shown).toContain(plateWords(car.plate))
    expect(shown).not.toContain(atFault.surname)
    await page.getByLabel(papers.iban, { exact: true }).fill('KZ86125KZT5004100100')
    await expect(page.getByRole('button', { name: papers.claim })).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: papers.sign }).click()
    await page.getByLabel(papers.code).pressSequentially(await codeSentTo(victim.phone))
    await expect(
      page.getByRole('heading', { level: 1, name: verdictWords[locale].missing(1) }),
    ).toBeVisible()
    await isSound(page)

    const rows = await rowsOf(
      `select claim_case, claim_status, details ->> 'by' as by, details ->> 'named' as named
       from claims where iin = $1`,
      [victim.iin],
    )
    expect(rows).toEqual([
      {
        claim_case: 'third-party',
        claim_status: 'injured',
        by: 'third-party',
        named: car.plate,
      },
    ])
    await expect(async () => {
      const [last] = await messages(atFault.phone)
      expect(last?.text).toMatch(/басқа адам|другой человек/)
      expect(last?.text).not.toContain(victim.iin)
    }).toPass()
  })
