import { expect, test } from 'vitest'
import { sends, withPolicy } from '#tests/claim.ts'
import { testApp } from '#tests/test-app.ts'

test('nothing is claimed under a policy that was cancelled whole: it insured no day', async () => {
  const at = await testApp()
  const { token, globalId } = await withPolicy(at)
  const cancelled = await at.api('cabinetCancelPolicy', { globalId }, token)
  expect(cancelled.body).toMatchObject({ success: true })
  expect(await sends(at, token, globalId)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'policy_number' }] },
  })
  expect(await at.db.selectFrom('claims').select('id').execute()).toEqual([])
})
