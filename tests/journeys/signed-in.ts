import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import type { Human } from './sandbox.ts'

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
