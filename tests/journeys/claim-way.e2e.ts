import type { Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import { paperNames } from '#texts/claim-verdict.ts'
import { fieldText } from '#texts/fields.ts'
import damageWords from '#web/claims/way/damage-texts.ts'
import headWords from '#web/claims/way/head-texts.ts'
import whatWords from '#web/claims/way/incident-kind-texts.ts'
import whereWords from '#web/claims/way/incident-place-texts.ts'
import paperWords from '#web/claims/way/papers-texts.ts'
import photographWords from '#web/claims/way/photographs-texts.ts'
import verdictWords from '#web/claims/way/verdict-texts.ts'
import { plateWords } from '#web/ui/plate-words.ts'
import { pngOf } from '../claim-way.ts'
import { inDatabase, rowsOf } from './database.ts'
import { buys } from './policies.ts'
import { codeOn, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test } from './screens.ts'
import { isSignedIn } from './signed-in.ts'

const w = {
  head: headWords.kz,
  what: whatWords.kz,
  where: whereWords.kz,
  photographs: photographWords.kz,
  damage: damageWords.kz,
  papers: paperWords.kz,
  verdict: verdictWords.kz,
}

/** Counts what a person does: the specification of this way has limits for both. */
function counted(page: Page) {
  const done = { taps: 0, typed: 0 }
  return {
    done,
    tap: async (role: 'button' | 'radio' | 'checkbox', name: string | RegExp) => {
      done.taps += 1
      const target = page.getByRole(role, { name, exact: true })
      // A radio is hidden under its word, which is what a finger hits.
      if (role === 'radio') await target.check({ force: true })
      else await target.click()
    },
    type: async (label: string, text: string) => {
      done.typed += 1
      await page.getByLabel(label, { exact: true }).pressSequentially(text)
    },
  }
}
const photograph = (name: string, colour: number[]) => ({
  name,
  mimeType: 'image/png',
  buffer: pngOf(640, 480, colour),
})
const colours = [
  [11, 110, 105],
  [179, 38, 30],
  [242, 169, 59],
]
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('somebody who was hit tells of it on a phone, in at most 15 taps and 6 fields, and knows at once what is missing', async ({
  page,
}) => {
  const who = await newHuman()
  const car = await newCar()
  const other = await newCar()
  await buys(who, car)
  await page.setViewportSize(phone)
  await isSignedIn(page, who)
  await page.goto(pathOf('claim', 'kz'))
  // The policy begins tomorrow: it is there, and nothing can have happened under it.
  await page.getByRole('button', { name: new RegExp(`^${w.what.events['hit-me'].label}`) }).click()
  await expect(page.getByText(w.what.comes.ogpo)).toBeVisible()
  await inDatabase('update policies set start_date = start_date - 30 where policyholder_iin = $1', [
    who.iin,
  ])
  await page.reload()
  const { done, tap, type } = counted(page)

  await expect(heading(page, w.what.title)).toBeVisible()
  await isSound(page)
  await tap('button', new RegExp(`^${w.what.events['hit-me'].label}`))

  await expect(heading(page, w.where.title)).toBeVisible()
  // Without a word nothing goes on, and what is missing has the focus.
  await page.getByRole('button', { name: w.where.go }).click()
  await expect(page.getByText(w.where.required).first()).toBeVisible()
  await tap('radio', w.where.today)
  await expect(page.getByLabel(w.where.time)).toHaveValue(/^([01]\d|2[0-3]):[0-5]\d$/)
  await type(w.where.place, 'Алматы, Абай даңғылы, 99')
  await type(w.where.plate, other.plate)
  await expect(page.getByText(w.where.notInsured)).toBeVisible()
  await isSound(page)
  await tap('button', w.where.go)

  // Several at once, one of them none; the line breaks, and it goes on by itself.
  await expect(heading(page, w.photographs.title)).toBeVisible()
  await page.context().setOffline(true)
  done.taps += 1
  await page
    .locator('input[name="photograph-overview"]')
    .setInputFiles(colours.map((colour, index) => photograph(`IMG_${index}.png`, colour)))
  await expect(page.getByText(w.photographs.waiting)).toHaveCount(3)
  await page.context().setOffline(false)
  await expect(page.getByText(w.photographs.kept)).toHaveCount(3)
  await page.locator('input[name="photograph-more"]').setInputFiles({
    name: 'IMG_9.heic',
    mimeType: 'image/heic',
    buffer: Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(2_000, 1)]),
  })
  await expect(page.getByText(fieldText('photo_heic', 'kz'))).toBeVisible()
  await isSound(page)
  await page
    .getByRole('button', {
      name: `${w.photographs.scenes.more.ogpo}: ${w.photographs.drop}`,
    })
    .click()
  await tap('button', w.photographs.go)

  await expect(heading(page, w.damage.titles.road)).toBeVisible()
  // What is asked for is asked for no more once it is given.
  await page.getByRole('button', { name: w.damage.go }).click()
  await expect(page.getByText(w.damage.nothing)).toBeVisible()
  await tap('checkbox', zoneWords.front_bumper.kz)
  await expect(page.getByText(w.damage.nothing)).toHaveCount(0)
  await tap('checkbox', zoneWords.left_headlight.kz)
  await isSound(page)

  // Another device: what was answered and sent is there.
  await tap('button', w.damage.go)
  await expect(heading(page, w.papers.title)).toBeVisible()
  const draft = new URL(page.url()).searchParams.get('draft') ?? ''
  await page.goto(`${pathOf('claim', 'ru')}?draft=${draft}`)
  await expect(heading(page, paperWords.ru.title)).toBeVisible()
  await page.goto(`${pathOf('claim', 'kz')}?draft=${draft}`)

  await expect(heading(page, w.papers.title)).toBeVisible()
  await type(w.papers.iban, 'KZ86125KZT5004100100')
  await expect(page.getByLabel(w.papers.iban)).toHaveValue('KZ86 125K ZT50 0410 0100')
  await expect(page.getByRole('article').getByText(plateWords(other.plate))).toBeVisible()
  await expect(page.getByRole('button', { name: w.papers.claim })).toBeVisible()
  await isSound(page)
  await tap('button', w.papers.sign)
  await expect(page.getByLabel(w.papers.code)).toBeVisible()
  await type(w.papers.code, await codeOn(who.phone))

  await expect(heading(page, w.verdict.missing(1))).toBeVisible()
  await expect(page.getByText(paperNames.kz.event_document)).toBeVisible()
  await isSound(page)
  expect(done.taps).toBeLessThanOrEqual(15)
  expect(done.typed).toBeLessThanOrEqual(6)

  // The paper that was missing: added here, and nothing is missing any more.
  await page
    .locator('input[name="answer-event_document"]')
    .setInputFiles(photograph('act.png', [90, 90, 90]))
  await expect(heading(page, w.verdict.enough)).toBeVisible()
  const rows = await rowsOf(
    `select claim_case, claim_status, array_agg(distinct slot order by slot) filter (where kind = 'slot') as slots
     from claims join files on files.claim_id = claims.id where claims.iin = $1 group by claims.id`,
    [who.iin],
  )
  expect(rows).toEqual([
    {
      claim_case: 'owner',
      claim_status: 'injured',
      slots: [
        'claim_application',
        'damage_document',
        'event_document',
        'id_front',
        'payment_application',
      ],
    },
  ])
})
