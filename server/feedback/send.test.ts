import { describe, expect, test } from 'vitest'
import { brand } from '#brand'
import { spec } from '#tests/spec.ts'
import { testApp, until } from '#tests/test-app.ts'

const message = {
  name: 'Айгүл',
  phone: '8 (701) 000-00-01',
  email: 'aigul@example.kz',
  text: 'Полисті қайдан табамын?',
}

describe('the contact form', () => {
  test('what a person writes is stored and sent to the office once', async () => {
    spec('3.3.contact-form-name-phone', '7.2.feedbackform')

    const { api, db, mails } = await testApp()
    expect(await api('feedbackForm', message, undefined, 'ru')).toMatchObject({
      status: 200,
      body: { success: true },
    })
    const [letter] = await until(
      () => mails(brand.email),
      (list) => list.length > 0,
    )
    expect(letter?.subject).toContain('Айгүл')
    expect(letter?.text).toContain('+77010000001')
    expect(letter?.text).toContain('Полисті қайдан табамын?')
    const row = await until(
      () => db.selectFrom('feedback').selectAll().executeTakeFirstOrThrow(),
      ({ sent_at }) => sent_at !== null,
    )
    expect(row).toMatchObject({ name: 'Айгүл', phone: '77010000001', locale: 'ru' })
    expect(await mails(brand.email)).toHaveLength(1)
  })

  test('a mail server that is away loses no message', async () => {
    spec('7.2.feedbackform')

    const { api, fault, mails } = await testApp()
    await fault('mail', 'error', { times: 2 })
    expect((await api('feedbackForm', message)).status).toBe(200)
    expect(
      await until(
        () => mails(brand.email),
        (list) => list.length > 0,
      ),
    ).toHaveLength(1)
  })

  test('what is missing or wrong is named, in the language of the person', async () => {
    spec('7.2.feedbackform')

    const { raw } = await testApp()
    const { status, body } = await raw('/api/feedbackForm', {
      body: { name: ' ', phone: '12', email: 'nobody', extra: 1 },
      locale: 'ru',
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { path: 'name', message: 'Заполните поле' },
        { path: 'phone', message: 'Проверьте номер телефона' },
        { path: 'email', message: 'Проверьте электронную почту' },
        { path: 'text', message: 'Заполните поле' },
        expect.objectContaining({ path: 'extra' }),
      ]),
    )
  })

  test('too many messages from one address wait their turn', async () => {
    spec('7.2.feedbackform')

    const { api, db } = await testApp()
    const later = Date.now() + 600_000
    await db
      .insertInto('rate_limits')
      .values({ key: 'feedbackPerAddress:127.0.0.1', points: 1_000_000, expire: String(later) })
      .execute()
    const { status, headers } = await api('feedbackForm', message)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await db.selectFrom('feedback').selectAll().execute()).toHaveLength(0)
  })
})
