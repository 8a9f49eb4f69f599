import noteWords from '#web/desks/notes/texts.ts'
import { inDatabase } from './database.ts'
import { counted } from './hand.ts'
import { newHuman } from './sandbox.ts'
import { expect, isSound, test, wide, wordsOf } from './screens.ts'
import { comesAs } from './signed-in.ts'

const letters = (n: number): string =>
  Array.from({ length: n }, () => 'абгдежзик'[Math.floor(Math.random() * 9)]).join('')

test('a client’s case is taken and noted by keyboard, and stands in the list of the shift’s end', async ({
  page,
}) => {
  const t = noteWords.ru
  const { iin, phone } = await newHuman()
  // Whoever else has a case of this desk meanwhile has another name.
  const surname = `Өтегенова${letters(6)}`
  const clientId = crypto.randomUUID()
  await inDatabase(
    `insert into accounts (id, realm, role, iin, phone, surname, name, created_at)
     values ($1, 'cabinet', 'user', $2, $3, $4, 'Сандуғаш', now())`,
    [clientId, iin, phone, surname],
  )
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  await page.goto(wordsOf('ru').at(`/staff/clients?client=${clientId}`))
  const notes = page.getByRole('region', { name: t.title, exact: true })
  await expect(notes.getByText(t.nobody, { exact: true })).toBeVisible()

  await page.keyboard.press('KeyA')
  await expect(notes.getByText(t.leadsMe, { exact: true })).toBeVisible()
  await page.keyboard.press('KeyN')
  const field = notes.getByRole('textbox', { name: t.text, exact: true })
  await expect(field).toBeFocused()
  await field.fill('Просит перезвонить после обеда')
  await page.keyboard.press('Control+Enter')
  await expect(notes.getByText('Просит перезвонить после обеда', { exact: true })).toBeVisible()
  await expect(field).toHaveValue('')
  await isSound(page)

  await page.goto(wordsOf('ru').at('/staff?of=mine'))
  const mine = page.getByRole('region', { name: t.mine, exact: true })
  const row = mine.getByRole('listitem').filter({ hasText: `${surname} С.` })
  await expect(row.getByText('Просит перезвонить после обеда', { exact: true })).toBeVisible()
  await isSound(page)
  await page.keyboard.press('KeyJ')
  await expect(mine.locator('a[data-row]').first()).toBeFocused()
  await row.getByRole('checkbox').check()
  await mine.getByRole('button', { name: t.handAll(1), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t.handTitle })
  const to = dialog.getByLabel(t.to, { exact: true })
  await expect(to).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: t.word, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // Beside the case itself: a key, to whom, given. It stands in the list of what this shift gave.
  await page.goto(wordsOf('ru').at(`/staff/clients?client=${clientId}`))
  await expect(notes.getByText(t.leadsMe, { exact: true })).toBeVisible()
  const hand = counted(page)
  await hand.key('Shift+KeyA')
  const colleague = (await to.locator('option').allTextContents()).at(-1) ?? ''
  await hand.chooses(to, { label: colleague })
  await hand.on(dialog.getByRole('button', { name: t.submit, exact: true }))
  await expect(notes.getByText(t.leads(colleague), { exact: true })).toBeVisible()
  expect(hand.presses()).toBeLessThanOrEqual(3)
  await page.goto(wordsOf('ru').at('/staff?of=handed'))
  const given = page.getByRole('region', { name: t.handedOver, exact: true })
  const gone = given.getByRole('listitem').filter({ hasText: `${surname} С.` })
  await expect(gone.getByText(t.leads(colleague), { exact: true })).toBeVisible()
  await expect(gone.getByRole('checkbox')).toHaveCount(0)
  await isSound(page)
})
