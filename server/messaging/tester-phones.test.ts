import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { testApp } from '#tests/test-app.ts'

test('SMS to testers stay in the sandbox, whatever gateway the others go by', async () => {
  spec('3.4.8-tester-phone-numbers')

  const nobody = 'http://127.0.0.1:1/sms'
  const at = await testApp({ SMS_ADDRESS: nobody, TESTER_PHONES: '77010000001,77010000002' })
  const { sms } = at.server.deps.systems
  await sms.send({ to: '77010000002', text: 'Код 1234', key: 'to-a-tester' })
  expect(await at.messages('77010000002')).toMatchObject([{ text: 'Код 1234' }])
  await expect(
    sms.send({ to: '77010000003', text: 'Код 1234', key: 'to-another' }),
  ).rejects.toMatchObject({ name: 'Unavailable', mayHaveHappened: false })
  expect(await at.messages('77010000003')).toEqual([])
})
