import { expect, test } from 'vitest'
import { codeOn, signedIn, stranger } from '#tests/client.ts'
import { buyer, car, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { testApp, until } from '#tests/test-app.ts'

test('the cabinet shows the application, then the policy with its papers, to its owner alone', async () => {
  spec(
    '3.2.cabinet-policy-order_id-source',
    '6.user-middleware-auth-cabinet',
    '7.2.cabinet-policy-fetchuserpolicies',
    '7.2.cabinet-policy-getpolicyfiles',
  )

  const at = await testApp()
  const buying = await purchaseToken(at)
  const { orderId, key, quote } = await ordered(at, buying)
  const token = await signedIn(at)
  const other = await signedIn(at, stranger)
  const applications = await at.api('cabinetApplications', {}, token)
  expect(applications.body).toMatchObject({
    success: true,
    data: [
      {
        order_id: orderId,
        key,
        calc_id: quote.calculationId,
        kind: 'new',
        state: 'awaiting_payment',
        next_step: 'pay',
        cars: [{ registrationNumber: car.registrationNumber }],
        pay: { system: 'mobile_bank', state: 'awaiting', phone: buyer.phone },
      },
    ],
  })
  expect((await at.api('cabinetApplications', {}, other)).body).toEqual({ success: true, data: [] })

  await paysBill(at)
  const issued = await settled(at, buying, orderId)
  if (!issued.success) throw new Error('not issued')
  const { body } = await at.api('cabinetPolicies', {}, token, 'ru')
  if (!body.success) throw new Error('no policies')
  expect(body.data).toMatchObject({
    active: [],
    inactive: [],
    pending: [{ global_id: issued.data.globalId }],
  })
  const [policy] = body.data.pending
  expect(policy).toMatchObject({
    order_id: orderId,
    calc_id: quote.calculationId,
    source: 'con_aonit_ogpo',
    subscription_active: false,
    start_date: '2026-11-21',
    end_date: '2027-11-20',
    amount: quote.premium,
    premium: quote.insurance_premium,
    address_name_policy_holder: 'Әбдіқадыров Нұрлан Серікұлы',
    state: 'pending',
    insurer: { code: 'dala', name: 'Страховая компания «Дала»' },
    cars: [{ registrationNumber: car.registrationNumber, name: 'Toyota Camry, 2020' }],
    may: { terminate: true, cancel: true, renew: false, add_drivers: true },
  })
  expect((await at.api('cabinetApplications', {}, token)).body).toEqual({ success: true, data: [] })
  expect((await at.api('cabinetPolicies', {}, other)).body).toEqual({
    success: true,
    data: { active: [], pending: [], inactive: [], tell_by: expect.any(String) },
  })

  const asked = { calcId: policy?.calc_id ?? '', covernoteUuid: policy?.uuid ?? '' }
  const files = await until(
    async () => (await at.api('cabinetPolicyFiles', asked, token)).body,
    (found) => found.success && found.data.policy !== undefined,
  )
  if (!files.success) throw new Error('no files')
  expect(Object.keys(files.data).sort()).toEqual(['applicantForm', 'covernote', 'policy', 'slip'])
  const paper = await fetch(`${at.url}/download-policy-slip/${files.data.slip?.uuid}`)
  expect(paper.headers.get('content-length')).toBe(String(files.data.slip?.size))
  expect((await at.api('cabinetPolicyFiles', asked, other)).status).toBe(404)
  expect(
    (await at.api('cabinetPolicyFiles', { ...asked, calcId: crypto.randomUUID() }, token)).status,
  ).toBe(404)
})

test('my data: what we hold; a new e-mail and a new phone hold after their codes', async () => {
  spec(
    '3.1.personal_phone',
    '3.1.personal_email',
    '3.1.personal_name-personal_surname-personal_patronymic',
  )

  const at = await testApp()
  await ordered(at, await purchaseToken(at))
  const token = await signedIn(at)
  expect((await at.api('cabinetGetMe', {}, token)).body).toMatchObject({
    success: true,
    data: {
      iin: buyer.iin,
      birthDate: '1985-03-15',
      resident: true,
      email: 'client@example.kz',
      emailConfirmed: false,
    },
  })
  await at.api('cabinetChangeEmail', { email: 'new@example.kz' }, token)
  const [letter] = await until(
    () => at.mails('new@example.kz'),
    (mails) => mails.length > 0,
  )
  const code = /\d{4}/.exec(letter?.subject ?? '')?.[0] ?? ''
  expect(
    (await at.api('cabinetConfirmEmail', { email: 'other@example.kz', code }, token)).body,
  ).toMatchObject({ code: 14014 })
  expect(
    (await at.api('cabinetConfirmEmail', { email: 'new@example.kz', code }, token)).body,
  ).toEqual({ success: true })
  expect((await at.api('cabinetGetMe', {}, token)).body).toMatchObject({
    data: { email: 'new@example.kz', emailConfirmed: true },
  })

  const phone = '77010000777'
  expect((await at.api('cabinetChangePhone', { phone }, token)).body).toMatchObject({
    success: false,
    code: 14002,
  })
  await at.control('PUT', `/control/people/${buyer.iin}`, { phone })
  expect((await at.api('cabinetChangePhone', { phone }, token)).body).toMatchObject({
    success: true,
  })
  expect(
    (await at.api('cabinetConfirmPhone', { phone, code: await codeOn(at, phone) }, token)).body,
  ).toEqual({ success: true })
  expect((await at.api('cabinetUser', {}, token)).body).toMatchObject({ data: { phone } })
})
