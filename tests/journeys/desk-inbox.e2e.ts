import type { Locale } from '#domain/locale.ts'
import inboxWords from '#web/desks/clients/inbox-texts.ts'
import deskWords from '#web/desks/desk-texts.ts'
import { desks } from '#web/desks/desks.ts'
import noteWords from '#web/desks/notes/texts.ts'
import { inDatabase } from './database.ts'
import { messages, newHuman } from './sandbox.ts'
import { expect, isSound, test, wide, wordsOf } from './screens.ts'
import { comesAs } from './signed-in.ts'

const writes = async (phone: string, text: string, locale: Locale) => {
  const id = crypto.randomUUID()
  await inDatabase(
    `insert into feedback (id, name, phone, email, text, locale, created_at, sent_at)
     values ($1, 'Серікбаева Мадина', $2, $5, $3, $4, now(), now())`,
    [id, phone, text, locale, `${phone}@example.kz`],
  )
  return id
}

test('a letter is answered by keyboard from a template, with what stands in it found', async ({
  page,
}) => {
  const i = inboxWords.ru
  const { phone } = await newHuman()
  await page.setViewportSize(wide)
  await writes(phone, `Полис келмеді. Тапсырыс QGDEMO001, телефоным +${phone}.`, 'kz')
  const id = await writes(phone, 'Рақмет, сілтеме ашылмайды.', 'kz')
  await comesAs(page, 'staff')
  await page.goto(wordsOf('ru').at(`/staff/clients?inbox=new&message=${id}`))
  const talk = page.getByRole('region', { name: i.one })
  await expect(talk.getByText('Рақмет, сілтеме ашылмайды.')).toBeVisible()
  await isSound(page)
  await talk.getByRole('button', { name: `+${phone}` }).click()
  await expect(talk.getByRole('status').filter({ hasText: phone }).first()).toBeVisible()

  await page.keyboard.press('KeyA')
  await expect(talk.getByRole('button', { name: i.take })).toHaveCount(0)
  await page.keyboard.press('KeyR')
  await expect(talk.getByRole('textbox', { name: i.text, exact: true })).toBeFocused()
  await talk.getByLabel(i.template, { exact: true }).selectOption('papers-again')
  await expect(talk.getByRole('textbox', { name: i.text, exact: true })).toHaveValue(
    /қайта жібердік/,
  )
  await talk.getByRole('textbox', { name: i.text, exact: true }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(talk.getByText(/^отправлено, /)).toBeVisible()
  expect((await messages(phone)).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('қайта жібердік'),
  )
  await expect(talk.getByRole('button', { name: i.reopen })).toBeVisible()
  await isSound(page)
})

test('a note stays in the thread, for staff alone, and the search of all desks leads back to it', async ({
  page,
}) => {
  const [i, n] = [inboxWords.ru, noteWords.ru]
  const { phone } = await newHuman()
  await page.setViewportSize(wide)
  const id = await writes(phone, 'Қайта хабарласыңызшы.', 'kz')
  await comesAs(page, 'staff')
  await page.goto(wordsOf('ru').at(`/staff/clients?inbox=new&message=${id}`))
  const talk = page.getByRole('region', { name: i.one })
  await expect(talk.getByText('Қайта хабарласыңызшы.', { exact: true })).toBeVisible()
  await page.keyboard.press('KeyR')
  const answer = talk.getByRole('textbox', { name: i.text, exact: true })
  await expect(answer).toBeFocused()
  await page.keyboard.type('Начатый ответ')
  await page.keyboard.press('Escape')
  await page.keyboard.press('KeyN')
  const field = talk.getByRole('textbox', { name: n.text, exact: true })
  await expect(field).toBeFocused()
  await field.fill(`Обещали перезвонить на ${phone}`)
  await page.keyboard.press('Control+Enter')
  await expect(talk.getByText(`Обещали перезвонить на ${phone}`, { exact: true })).toBeVisible()
  await expect(field).toHaveValue('')
  await isSound(page)
  await talk.getByRole('button', { name: i.text, exact: true }).click()
  await expect(answer).toHaveValue('Начатый ответ')
  expect(await messages(phone)).toEqual([])

  await page.goto(wordsOf('ru').at('/staff'))
  // The keys are heard once the ways to the desks stand there.
  await expect(page.getByRole('link', { name: desks['staff-orders'].title.ru })).toBeVisible()
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('combobox', { name: deskWords.ru.searchFor }).fill(phone)
  const hit = page.getByRole('option', { name: `Обещали перезвонить на ${phone}` })
  await expect(hit).toBeVisible()
  await hit.click()
  await expect(
    page
      .getByRole('region', { name: i.one })
      .getByText(`Обещали перезвонить на ${phone}`, { exact: true }),
  ).toBeVisible()
})
