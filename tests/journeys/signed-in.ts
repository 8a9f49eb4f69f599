import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import type { Human } from './sandbox.ts'
import { expect } from './screens.ts'

/** A session of this client in the browser, as the sign-in would have begun it. */
export async function isSignedIn(page: Page, { iin }: Human): Promise<void> {
  const token = `journey-${crypto.randomUUID()}`
  await inDatabase(
    `insert into tokens (hash, kind, iin, role, created_at, used_at, expires_at, account_id, device, began_by)
     select sha256($1::bytea), 'user', iin, 'user', now(), now(), now() + interval '1 day', id, '', 'code' from accounts where iin = $2`,
    [token, iin],
  )
  await page.context().addCookies([
    {
      name: 'laravel_auth.token',
      value: encodeURIComponent(`Bearer ${token}`),
      url: `http://localhost:${process.env.JOURNEY_PORT ?? 3210}`,
    },
  ])
}

const people = { accountant: '850505499909', staff: '880808399905', administrator: '880808399915' }

/** Signs in as the demonstration person: the same call the dialog makes. */
export async function comesAs(page: Page, who: keyof typeof people): Promise<void> {
  let token = ''
  // The demonstration people of a new app come a moment after its first answer.
  await expect(async () => {
    const answer = await page.request.post('/api/cabinet/auth/login', {
      data: { iin: people[who], password: 'demo-2026' },
    })
    token = (await answer.json()).token
    expect(token).toBeTruthy()
  }).toPass()
  const { origin } = new URL((await page.request.get('/health/live')).url())
  await page
    .context()
    .addCookies([
      { name: 'laravel_auth.token', value: encodeURIComponent(`Bearer ${token}`), url: origin },
    ])
}
