import { readFileSync } from 'node:fs'
import { inDatabase } from './database.ts'
import { expect, test } from './screens.ts'
import { comesAs } from './signed-in.ts'

const out = '/tmp/F-look'
test.setTimeout(240_000)
const extra = [
  ['QC90000001', 'under_consideration', '2026-10-30', 'Дверь, крыло'],
  ['QC90000002', 'accepted', '2026-11-03', 'Бампер, фары'],
  ['QC90000003', 'under_consideration', '2026-11-13', 'Задняя дверь'],
  ['QC90000004', 'wait', '2026-11-20', 'Стекло'],
  ['QC90000005', 'wait', '2026-11-18', 'Крыло'],
  ['QC90000006', 'under_consideration', '2026-11-16', 'Кузов, стекло'],
  ['QC90000007', 'accepted', '2026-11-09', 'Багажник'],
  ['QC90000008', 'under_consideration', '2026-11-19', 'Порог, дверь'],
  ['QC90000009', 'accepted', '2026-11-18', 'Фара'],
]
test('look', async ({ page }) => {
  await comesAs(page, 'staff')
  const photo = readFileSync('web/ui/preview-ru.png')
  for (const [id, state, on, damage] of extra)
    await inDatabase(
      `insert into claims (id, account_id, iin, policy_id, policy_number, policy_type, state, claim_case, claim_status, damage_type, submitted_on, created_at, updated_at, estimated_sum)
       select $1, account_id, iin, policy_id, policy_number, policy_type, $2, claim_case, claim_status, $4, $3::date, $3::timestamptz, now(), case when $2 = 'wait' then null else 386500 end from claims where id = 'QC00000001' on conflict do nothing`,
      [id ?? '', state ?? '', on ?? '', damage ?? ''],
    )
  // A real picture in the place of a dot.
  const login = await page.request.post('/api/cabinet/auth/login', {
    data: { iin: '850315399904', password: 'demo-2026' },
  })
  const { token } = await login.json()
  const form: Record<string, unknown> = {
    policy_number: 'QGDEMO001',
    policy_type: 'ogpo',
    claim_case: 'owner',
    claim_status: 'at_fault',
    damage_type: 'Бампер, капот',
  }
  for (const slot of [
    'id_front',
    'id_back',
    'claim_application',
    'payment_application',
    'event_document',
    'damage_document',
  ])
    form[`documents[${slot}]`] = { name: `${slot}.png`, mimeType: 'image/png', buffer: photo }
  const sent = await page.request.post('/api/cabinet/claim/sendDocs', {
    headers: { authorization: `Bearer ${token}` },
    multipart: form as never,
  })
  console.log(await sent.text())
  const { claim_id } = await sent.json()
  const sizes = [
    [1440, 900],
    [768, 1024],
    [360, 740],
  ] as const
  for (const [lang, scheme] of [
    ['', 'light'],
    ['/ru', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await page.goto(`${lang}/staff/claims`)
      await expect(page.getByRole('link', { name: /QC90000001/ })).toBeVisible()
      await page.waitForTimeout(600)
      await page.screenshot({ path: `${out}/board-${width}${lang.replace('/', '-')}.png` })
      await page.goto(`${lang}/staff/claims?claim=${claim_id}`)
      await expect(page.getByRole('heading', { level: 2, name: claim_id })).toBeVisible()
      await page.waitForTimeout(2500)
      await page.screenshot({ path: `${out}/claim-${width}${lang.replace('/', '-')}.png` })
      if (width === 1440) {
        await page
          .locator('aside')
          .last()
          .evaluate((el) => el.scrollTo(0, 560))
        await page.waitForTimeout(300)
        await page.screenshot({ path: `${out}/claim-${width}${lang.replace('/', '-')}-low.png` })
      }
      if (width === 360) {
        await page
          .locator('aside')
          .last()
          .getByRole('heading')
          .first()
          .evaluate((el) => el.scrollIntoView())
        await page.waitForTimeout(300)
        await page.screenshot({ path: `${out}/claim-${width}${lang.replace('/', '-')}-low.png` })
      }
    }
  }
})
