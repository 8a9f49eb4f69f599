import { prefixOf } from '#contract/pages.ts'
import { locales } from '#domain/locale.ts'
import { whysLost } from '#domain/lost-sales.ts'
import lostWords from '#web/desks/status/lost-texts.ts'
import { inDatabase, rowsOf } from './database.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** What searches of lost sales leave for people, one for each reason (decision 247). */
async function leavesOfEach(mark: string): Promise<void> {
  const [search] = await rowsOf(
    `insert into lost_searches (since, reason, asked_at, looks) values (now(), $1, now(), 3) returning id`,
    [mark],
  )
  const left = [
    ['left', 'not read: files read: 503'],
    ['left', 'not readable'],
    ['left', 'its money went back'],
    ['left', '23505 ogpo_orders_number_key'],
    ['policy', ''],
    ['ended', ''],
  ]
  for (const [n, [what, note]] of left.entries())
    await inDatabase(
      `insert into lost_finds (about, what, search_id, note, found_at) values ($1, $2, $3, $4, now())`,
      [`${mark}-${n}`, what, search?.id, note],
    )
}

for (const [locale, viewport] of [
  ...locales.map((one) => [one, phone] as const),
  ...locales.map((one) => [one, wide] as const),
])
  test(`staff read why each lost sale is left to them and say what they did, in ${locale} at ${viewport.width}`, async ({
    page,
  }) => {
    const mark = `QL-${locale}-${viewport.width}`
    await leavesOfEach(mark)
    const t = lostWords[locale]
    await page.setViewportSize(viewport)
    await comesAs(page, 'staff')
    await page.goto(`${prefixOf(locale)}/staff/status`)
    const lines = page.getByRole('listitem').filter({ hasText: mark })
    await expect(lines).toHaveCount(whysLost.length)
    for (const why of whysLost)
      await expect(lines.filter({ hasText: t.why[why] })).toContainText(t.todo[why])
    // Notes of the database and of the storage are for the log.
    await expect(page.getByRole('main')).not.toContainText(/23505|503|not read/)
    await isSound(page)

    const first = lines.filter({ hasText: t.why.money_back })
    await first.getByRole('button', { name: t.settle }).click()
    const asked = page.getByRole('dialog', { name: t.why.money_back })
    await asked.getByRole('button', { name: t.settle }).click()
    await expect(asked.getByLabel(t.how)).toBeFocused()
    await expect(asked.getByLabel(t.how)).toHaveAttribute('aria-invalid', 'true')
    await isSound(page)
    await asked.getByLabel(t.how).fill('Үзіндіде қайтарым толық көрсетілген')
    await asked.getByRole('button', { name: t.settle }).click()
    await expect(asked).toBeHidden()
    await expect(first).toHaveCount(0)
    await expect(lines).toHaveCount(whysLost.length - 1)
    expect(
      await rowsOf(
        `select settled_by is not null as by, settled_how as how from lost_finds where about = $1`,
        [`${mark}-2`],
      ),
    ).toEqual([{ by: true, how: 'Үзіндіде қайтарым толық көрсетілген' }])
    await inDatabase(`delete from lost_finds where about like $1`, [`${mark}-%`])
  })
