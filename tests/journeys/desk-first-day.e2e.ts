import type { Page } from '@playwright/test'
import type { Locale } from '#domain/locale.ts'
import auditWords from '#web/desks/audit/texts.ts'
import inboxWords from '#web/desks/clients/inbox-texts.ts'
import { inDatabase, rowsOf } from './database.ts'
import { comes } from './desk-screens.ts'
import { languagesOf } from './languages.ts'
import { messages, newHuman } from './sandbox.ts'
import { expect, isSound, test, wide, wordsOf } from './screens.ts'

/** What comes every day, and the template that answers it. */
const letters: Record<string, { text: Record<Locale, string>; template: string }> = {
  'not come': {
    text: { kz: 'Полис келмеді. Тапсырысым QGDEMO001.', ru: 'Полис не пришёл. Заказ QGDEMO001.' },
    template: 'policy-waits',
  },
  claim: {
    text: { kz: 'QC00000001 өтінімі не болды?', ru: 'Что с заявкой QC00000001?' },
    template: 'claim-way',
  },
  'paid twice': {
    text: { kz: 'Екі рет төледім, QGDEMO001.', ru: 'Оплатил дважды, QGDEMO001.' },
    template: 'paid-twice',
  },
  again: {
    text: { kz: 'Қайта жіберіңізші, QGDEMO001.', ru: 'Пришлите ещё раз, QGDEMO001.' },
    template: 'papers-again',
  },
  sold: {
    text: { kz: 'Көлікті саттым, 901 ZHK 02.', ru: 'Продал машину, 901 ZHK 02.' },
    template: 'car-sold',
  },
}

/** Presses of one letter, by the keyboard alone. */
async function answers(page: Page, locale: Locale, template: string): Promise<number> {
  const i = inboxWords[locale]
  const talk = page.getByRole('region', { name: i.one })
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  await press('KeyR')
  const text = talk.getByRole('textbox', { name: i.text, exact: true })
  await expect(text).toBeFocused()
  await talk.getByLabel(i.template, { exact: true }).selectOption(template)
  presses += 1
  await expect(text).not.toHaveValue('')
  await press('Control+Enter')
  await expect(talk.getByRole('button', { name: i.reopen })).toBeVisible()
  return presses
}

for (const locale of languagesOf('first day of a desk'))
  test(`${locale}: somebody new answers five letters, and everything they did stands in the journal in words`, async ({
    page,
  }) => {
    const i = inboxWords[locale]
    await page.setViewportSize(wide)
    await comes(page, 'staff')
    const began = (await rowsOf('select coalesce(max(id), 0) as id from audit', []))[0]?.id
    for (const [name, { text, template }] of Object.entries(letters)) {
      const { phone } = await newHuman()
      const id = crypto.randomUUID()
      await inDatabase(
        `insert into feedback (id, name, phone, email, text, locale, created_at, sent_at)
         values ($1, 'Бірінші күн', $2, $3, $4, $5, now(), now())`,
        [id, phone, `${phone}@example.kz`, text[locale], locale],
      )
      await page.goto(wordsOf(locale).at(`/staff/clients?inbox=new&message=${id}`))
      const talk = page.getByRole('region', { name: i.one })
      await expect(talk.getByText(/QGDEMO001|QC00000001|901/).first()).toBeVisible()
      // What stands in the letter is found beside it, without typing it anew.
      const number = talk.getByRole('button', { name: /QGDEMO001|QC00000001|901/ })
      if ((await number.count()) > 0) {
        await number.click()
        await expect(talk.getByRole('status').getByRole('link').first()).toBeVisible()
        await isSound(page)
        await page.keyboard.press('Escape')
        await expect(talk.getByRole('status').getByRole('link')).toHaveCount(0)
      }
      expect({ name, presses: await answers(page, locale, template) }).toEqual({ name, presses: 3 })
      expect(await messages(phone)).not.toEqual([])
    }

    // In words, in both languages: nothing of it is a name of the program.
    const done = await rowsOf(
      `select distinct action from audit where id > $1 and actor in (select actor from audit where id > $1 and action = 'inbox.replied')`,
      [began],
    )
    const words: Record<string, string> = auditWords[locale].actions
    expect(done.filter(({ action }) => !words[String(action)])).toEqual([])
    expect(done.map(({ action }) => action)).toContain('inbox.replied')
    await comes(page, 'administrator')
    await page.goto(wordsOf(locale).at('/staff/audit'))
    const replied = page.getByRole('main').getByText(words['inbox.replied'] ?? '')
    await expect(replied.first()).toBeVisible()
    await expect(page.getByRole('main').getByText(/[a-z]+\.[a-z]+_?[a-z]+/)).toHaveCount(0)
  })
