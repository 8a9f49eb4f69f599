import { expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import { publishedEarlier } from '#tests/earlier-text.ts'
import { homeQuote } from '#tests/home.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { homeLegalVersions } from '#texts/legal-versions.ts'

const at = sharedTestApp()

test('an order keeps the versions that were shown; without them, or with one we never had, there is none', async () => {
  spec('3.2.home-own-terms-read')
  const token = await signedIn(at())
  const { calculationId } = await homeQuote(at(), token)
  const asked = { calculationId, pay: { system: 'card' as const } }
  const order = (accepted: Record<keyof typeof homeLegalVersions, string>) =>
    at().api('homeOrder', { ...asked, accepted }, token)

  expect(await at().api('homeOrder', asked, token)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'accepted' }] },
  })
  expect(await order({ ...homeLegalVersions, homeTerms: '1999-01-01' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'accepted.homeTerms' }] },
  })
  // A page opened before the terms changed sends the version it showed.
  publishedEarlier('homeTerms', '2026-01-15')
  const shown = { ...homeLegalVersions, homeTerms: '2026-01-15' }
  expect((await order(shown)).body).toMatchObject({ success: true })
  const row = await at()
    .db.selectFrom('home_subscriptions')
    .select('accepted')
    .where('calculation_id', '=', calculationId)
    .executeTakeFirstOrThrow()
  expect(row.accepted).toMatchObject(shown)
  // A client who only pays again has accepted already.
  expect((await at().api('homeOrder', asked, token)).body).toMatchObject({ success: true })
})
