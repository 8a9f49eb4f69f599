import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import caseWords, { heldWords, signingWords } from '#web/desks/claims/case-texts.ts'
import maskedWords from '#web/desks/masked/texts.ts'
import signatureWords from '#web/desks/signatures/texts.ts'
import { until } from '../http.ts'
import { inDatabase, rowsOf } from './database.ts'
import { languagesOf } from './languages.ts'
import { messages, ready } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** A claim of its own that is being considered, with the papers of the demonstration's. */
async function aClaim(id: string, estimated_sum = 590_000): Promise<void> {
  const details = {
    by: 'policyholder',
    identity: 'register',
    answers: { on: '2026-11-20', at: '18:40', zones: ['front_bumper', 'bonnet', 'left_headlight'] },
  }
  await inDatabase(
    `insert into claims select (jsonb_populate_record(claims, $1::jsonb)).* from claims where id = 'QC00000001'`,
    [
      JSON.stringify({
        id,
        idempotency_key: null,
        state: 'under_consideration',
        details,
        asked_sum: 640_000,
        estimated_sum,
        payable_sum: null,
      }),
    ],
  )
  const papers = await rowsOf(
    `select id, slot, storage_key from files where claim_id = 'QC00000001' and kind = 'slot'`,
  )
  for (const { id: paper, slot, storage_key } of papers) {
    await fileOf(id, paper, storage_key, {})
    if (slot === 'damage_document')
      await fileOf(id, paper, storage_key, { kind: 'photo', slot: 'overview' })
  }
  await inDatabase(
    `insert into claim_history (claim_id, state, at, actor, reason)
     select $1, state, at, actor, reason from claim_history where claim_id = 'QC00000001' order by id limit 1`,
    [id],
  )
}

/** A file of the claim with the bytes of another. */
async function fileOf(claim_id: string, like: unknown, key: unknown, more: object): Promise<void> {
  const storage_key = `claims/${crypto.randomUUID()}`
  const folder = join(process.env.JOURNEY_HOME ?? '', 'files')
  await copyFile(join(folder, String(key)), join(folder, storage_key))
  const own = { id: crypto.randomUUID(), claim_id, storage_key, ...more }
  await inDatabase(
    `insert into files select (jsonb_populate_record(files, $1::jsonb)).* from files where id = $2`,
    [JSON.stringify(own), like],
  )
}

const wordsOf = (locale: Locale) => ({
  case: caseWords[locale],
  sign: signingWords[locale],
  held: heldWords[locale],
  signature: signatureWords[locale],
  masked: maskedWords[locale],
})

async function opens(page: Page, locale: Locale, id: string): Promise<void> {
  await page.goto(`${prefixOf(locale)}/staff/claims?claim=${id}`)
  await expect(page.getByRole('heading', { level: 2, name: id })).toBeVisible()
}

for (const locale of languagesOf('a large payment'))
  test(`${locale}: a large payment is asked for by one, appears to another while they look, and is theirs to sign`, async ({
    browser,
    page: first,
  }) => {
    const w = wordsOf(locale)
    const id = { kz: 'QC00000901', ru: 'QC00000902' }[locale]
    await aClaim(id)
    const another = await browser.newContext({ viewport: { kz: wide, ru: phone }[locale] })
    const second = await another.newPage()
    await first.setViewportSize({ kz: phone, ru: wide }[locale])
    await comesAs(first, 'staff')
    await comesAs(second, 'administrator')
    await Promise.all([opens(first, locale, id), opens(second, locale, id)])
    // What was marked on the drawing stands beside the photograph of it.
    await second.getByRole('button', { name: /^(Жалпы көрініс|Общий вид)/ }).click()
    await expect(second.getByRole('figure')).toContainText(w.case.zones)

    // What it has in common with another claim stands in one line, and is no law.
    const signs = first.getByRole('region', { name: w.case.signs })
    const others = await signs
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(others).toContain(`${prefixOf(locale)}/staff/claims?claim=QC00000001`)
    expect(others).toEqual([...new Set(others)])
    await expect(signs.getByRole('link', { name: /^QC00000001/ })).toContainText(
      w.case.sameFiles(5),
    )

    // Numbers of people are masked until somebody asks.
    const iin = first.getByText('8503••••9904')
    await expect(iin).toBeVisible()
    await first.getByRole('button', { name: w.masked.reveal.iin }).click()
    await expect(first.getByText('850315399904')).toBeVisible()

    // The second has begun to write; it stays when the first asks.
    const reason = second.getByLabel(w.case.reason, { exact: true })
    await reason.fill('Құжаттар толық / Документы полные')
    await expect(first.getByText(/500\s000/).first()).toBeVisible()
    await first.getByLabel(w.case.reason, { exact: true }).fill('Бағалау есебі / Отчёт об оценке')
    await first.getByRole('button', { name: new RegExp(`^${w.sign.ask}`) }).click()
    const line = first.getByRole('region', { name: w.sign.title })
    await expect(line).toContainText(w.signature.waits)
    await isSound(first)

    const asked = second.getByRole('region', { name: w.sign.title })
    await expect(asked).toContainText(w.signature.yours)
    await expect(asked).toContainText('Бағалау есебі / Отчёт об оценке')
    await expect(reason).toHaveValue('Құжаттар толық / Документы полные')
    await expect(second.getByText(w.sign.meanwhile)).toBeVisible()
    await isSound(second)
    // What goes out stands before both: the sum, to whom, and the SMS as it then comes.
    const [shown = ''] = await Promise.all(
      [asked, line].map(async (part) => {
        await expect(part).toContainText(/590\s000\s₸/)
        await expect(part).toContainText(w.case.goesByText)
        const to = part.locator('dl > div', {
          has: part.page().getByText(w.case.goesTo, { exact: true }),
        })
        await expect(to).toContainText(/\+7\s\(701\)/)
        const sms = part.locator('dl > div', {
          has: part.page().getByText(w.case.goesSms, { exact: true }),
        })
        return /«(.*)…»/.exec(await sms.innerText())?.[1] ?? ''
      }),
    )
    expect(shown).toContain(id)
    const approves = asked.getByRole('button', { name: w.sign.approve, exact: true })
    await approves.click()
    // It has its seconds too: taken back, the signature waits as before.
    const held = second.getByRole('region', { name: w.held.title })
    await expect(held).toContainText(/590\s000\s₸/)
    await expect(first.getByRole('region', { name: w.held.title })).toBeVisible()
    await isSound(second)
    await second.keyboard.press('KeyZ')
    await expect(second.getByText(w.held.takenBack)).toBeVisible()
    await approves.click()
    const { phone: theirs } = await ready('850315399904')
    await until(
      async () => (await messages(theirs)).map(({ text }) => text),
      (texts) => texts.some((text) => text.startsWith(shown)),
    )

    // The first sees the decision without asking for it.
    await expect(first.getByRole('button', { name: w.case.complete })).toBeVisible()
    await isSound(first)
    await another.close()

    // A small sum of the same policy goes to two as well, and it is said why.
    await aClaim(`${id}0`, 10_000)
    await opens(first, locale, `${id}0`)
    await expect(
      first.getByText(new RegExp(w.sign.withGranted('.*', '500\\s000\\s₸'))),
    ).toBeVisible()
  })

for (const [locale, size] of [
  ['kz', wide],
  ['ru', phone],
] as const)
  test(`${locale}: one refuses a claim as another writes a grant: the second is told and keeps the text`, async ({
    browser,
    page: first,
  }) => {
    const w = wordsOf(locale)
    const id = { kz: 'QC00000903', ru: 'QC00000904' }[locale]
    await aClaim(id, 272_000)
    const another = await browser.newContext({ viewport: size })
    const second = await another.newPage()
    await comesAs(first, 'staff')
    await comesAs(second, 'administrator')
    await Promise.all([opens(first, locale, id), opens(second, locale, id)])
    const writes = async (page: Page, text: string) =>
      page.getByLabel(w.case.reason, { exact: true }).fill(text)
    await writes(second, 'Құжаттар толық / Документы полные')
    await writes(first, 'Көлік тұрған / Машина стояла')
    await first.getByRole('button', { name: w.case.refuse }).click()
    const goes = first.getByRole('region', { name: w.case.goes })
    await expect(goes).toContainText('Көлік тұрған / Машина стояла')
    const refuses = goes.getByRole('button', { name: w.case.refuse, exact: true })
    await Promise.all([refuses.click(), expect(second.getByText(w.sign.meanwhile)).toBeVisible()])
    const yours = second.getByText(`${w.sign.yourText}: Құжаттар толық / Документы полные`)
    await expect(yours).toBeVisible()
    await isSound(second)

    // It was the reason of another decision: taken up again, the claim has it in its field.
    await second.getByRole('button', { name: w.case.takeAgain }).click()
    await expect(second.getByLabel(w.case.reason, { exact: true })).toHaveValue(
      'Құжаттар толық / Документы полные',
    )
    const moves = await rowsOf('select reason from claim_history where claim_id = $1', [id])
    expect(moves.map(({ reason }) => reason)).not.toContain('Құжаттар толық / Документы полные')
    await another.close()
  })

for (const [locale, size] of [
  ['kz', phone],
  ['ru', wide],
] as const)
  test(`${locale}: a decision is shown before it goes, taken back by Z, and goes when it is left`, async ({
    page,
  }) => {
    const w = wordsOf(locale)
    const id = { kz: 'QC00000905', ru: 'QC00000906' }[locale]
    await page.setViewportSize(size)
    await aClaim(id, 50_000)
    await comesAs(page, 'staff')
    await opens(page, locale, id)
    const decides = async () => {
      await page.getByRole('button', { name: w.case.refuse }).click()
      const goes = page.getByRole('region', { name: w.case.goes })
      await expect(goes).toContainText('Көлік тұрған / Машина стояла')
      await isSound(page)
      await goes.getByRole('button', { name: w.case.refuse, exact: true }).click()
      await expect(held).toBeVisible()
    }
    const held = page.getByRole('region', { name: w.held.title })
    const reason = page.getByLabel(w.case.reason, { exact: true })
    await reason.fill('Көлік тұрған / Машина стояла')
    await decides()
    await page.keyboard.press('KeyZ')
    await expect(page.getByText(w.held.takenBack)).toBeVisible()
    await expect(held).toHaveCount(0)
    expect(await rowsOf('select state from claims where id = $1', [id])).toEqual([
      { state: 'under_consideration' },
    ])
    await reason.fill('Көлік тұрған / Машина стояла')
    await decides()
    await isSound(page)
    await expect(page.getByRole('button', { name: w.case.takeAgain })).toBeVisible({
      timeout: 30_000,
    })
    const letters = await rowsOf(
      `select purpose from messages where claim_id = $1 and purpose = 'claim:rejected'`,
      [id],
    )
    expect(letters).toHaveLength(1)
  })

for (const locale of languagesOf('a paper on a phone'))
  test(`${locale}: on a phone a paper is judged in sight of the decision, once the claim was taken`, async ({
    browser,
  }) => {
    const w = wordsOf(locale)
    const id = { kz: 'QC00000907', ru: 'QC00000908' }[locale]
    await aClaim(id)
    await inDatabase(`update claims set state = 'wait' where id = $1`, [id])
    const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    await comesAs(page, 'staff')
    await opens(page, locale, id)
    const viewer = page.getByRole('region', { name: w.case.viewer })
    const [fits, again] = [w.case.fits, w.case.again].map((name) =>
      viewer.getByRole('button', { name: new RegExp(`^${name}`) }),
    )
    const take = page.getByRole('button', { name: w.case.take, exact: true })
    await expect(take).toBeVisible()
    await expect(viewer.getByText(w.case.takeFirst.trim())).toBeVisible()
    await expect(viewer.getByRole('button', { name: w.case.fits })).toHaveCount(0)
    await take.tap()
    for (const size of [phone, { width: 360, height: 640 }]) {
      await page.setViewportSize(size)
      // Whatever is fixed stands beside them: a finger meets the button itself.
      for (const button of [fits, again]) {
        await expect(button ?? viewer).toBeVisible()
        const meets = () =>
          button?.evaluate((at) => {
            const { left, top, width, height } = at.getBoundingClientRect()
            return [top + 2, top + height / 2, top + height - 2].map((y) => {
              const hit = document.elementFromPoint(left + width / 2, y)
              return at.contains(hit) ? '' : `${Math.round(y)} ${hit?.outerHTML.slice(0, 80)}`
            })
          })
        await expect.poll(meets).toEqual(['', '', ''])
      }
    }
    await context.close()
  })
