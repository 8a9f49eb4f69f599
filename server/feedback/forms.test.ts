import { describe, expect, test } from 'vitest'
import { brand } from '#brand'
import { account, signedIn } from '#tests/client.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const staff = { iin: '880808399905', phone: '77010000777' }
const key = () => crypto.randomUUID()

const sends = async (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const answer = await fetch(at().url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  return read(answer)
}
const opens = async (path: string) => read(await fetch(at().url + path))
const read = async (answer: Response) => {
  const html = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    data: html.includes('{') ? JSON.parse(html.slice(html.indexOf('{'))) : null,
  }
}
const rows = (kind: string) =>
  at().db.selectFrom('feedback').selectAll().where('kind', '=', kind).execute()
const lettersAbout = (word: string) =>
  until(
    async () => (await at().mails(brand.email)).filter(({ text }) => text.includes(word)),
    (list) => list.length > 0,
  )
let desk = ''
const inbox = async () => {
  if (!desk) {
    await account(at(), staff, { role: 'staff' })
    desk = await signedIn(at(), staff)
  }
  const { body } = await at().api('staffInbox', { state: 'new' }, desk)
  return body.success ? body.data.messages : []
}

describe('a message without a script', () => {
  const form = () => ({
    name: 'Айгүл',
    phone: '8 (701) 555-02-01',
    email: 'a@mail.kz',
    text: 'Полисімді басқа көлікке қалай ауыстырамын?',
    key: key(),
  })

  test('is stored once, told by number, mailed to the office', async () => {
    const message = form()
    const { status, headers, data } = await sends('/contact', message)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(data.sent).toEqual(expect.any(Number))
    // Reloaded: the same message, the same number.
    expect((await sends('/contact', message)).data.sent).toBe(data.sent)
    expect(await rows('message')).toMatchObject([
      {
        name: message.name,
        phone: '77015550201',
        email: message.email,
        text: message.text,
        locale: 'kz',
      },
    ])
    const [letter, ...more] = await lettersAbout('+77015550201')
    expect(more).toEqual([])
    expect(letter?.text).toContain(message.text)
  })

  test.each([
    ['name', ''],
    ['phone', '12'],
    ['email', 'a@'],
    ['text', ' '],
  ])('%s as %o is refused, and what was typed stays', async (field, value) => {
    const typed = { ...form(), phone: '77015550202', [field]: value }
    const { status, data } = await sends('/ru/contact', typed)
    expect(status).toBe(422)
    expect(Object.keys(data.errors)).toEqual([field])
    expect(data.typed).toMatchObject({
      [field]: value,
      ...(field === 'name' ? {} : { name: 'Айгүл' }),
    })
    expect((await rows('message')).filter(({ phone }) => phone === '77015550202')).toEqual([])
  })

  test('a form of another site writes nothing', async () => {
    const sent = await sends('/contact', form(), { 'sec-fetch-site': 'cross-site' })
    expect(sent.status).toBe(403)
  })
})

describe('call me back', () => {
  // 11:00 in Almaty.
  const slot = '2026-11-20T14'

  test('the page offers slots that have not begun, of today and tomorrow', async () => {
    const { status, headers, data } = await opens('/ru/call-back')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(data.slots[0]).toEqual({
      day: '2026-11-20',
      from: 12,
      until: 14,
      value: '2026-11-20T12',
    })
    expect(data.key).toMatch(/^[\da-f-]{36}$/)
  })

  test('is stored with its time, mailed once, told by number and seen at the desk', async () => {
    const form = { phone: '8 (701) 555-01-01', name: 'Асель', time: slot, key: key() }
    const { status, data } = await sends('/ru/call-back', form)
    expect(status).toBe(200)
    expect(data.sent).toEqual({ number: expect.any(Number), phone: '77015550101', time: slot })
    // Reloaded: the same request, the same number.
    expect((await sends('/ru/call-back', form)).data.sent).toEqual(data.sent)
    expect(await rows('call_back')).toMatchObject([
      {
        name: 'Асель',
        phone: '77015550101',
        locale: 'ru',
        call_from: new Date('2026-11-20T09:00:00Z'),
        call_until: new Date('2026-11-20T11:00:00Z'),
      },
    ])
    const [letter, ...more] = await lettersAbout('+77015550101')
    expect(more).toEqual([])
    expect(letter?.subject).toContain('перезвонить – Асель')
    expect(letter?.text).toContain('2026-11-20 14:00–16:00')
    expect(letter?.text).toContain(String(data.sent.number))
    expect(await inbox()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'call_back',
          number: data.sent.number,
          call: { from: '2026-11-20T09:00:00.000Z', until: '2026-11-20T11:00:00.000Z' },
          organisation: null,
        }),
      ]),
    )
  })

  test('as soon as possible needs neither name nor slot', async () => {
    const { data } = await sends('/call-back', { phone: '77015550102', time: 'soon', key: key() })
    expect(data.sent).toMatchObject({ time: 'soon' })
    const found = (await inbox()).find(({ phone }) => phone === '77015550102')
    expect(found?.call).toEqual({ from: expect.any(String), until: null })
  })

  test.each([
    [{ phone: '12' }, { phone: 'Проверьте номер телефона' }],
    [{ time: '2026-11-20T10' }, { time: 'Это время уже прошло. Выберите другое.' }],
    [{ time: '2027-01-01T10' }, { time: 'Это время уже прошло. Выберите другое.' }],
    [{ name: 'x'.repeat(101) }, { name: 'Слишком длинный текст: сократите его' }],
  ])('%o is told in words, and what was typed stays', async (wrong, errors) => {
    const form = { phone: '77015550103', name: 'Нұрлан', time: slot, key: key(), ...wrong }
    const { status, data } = await sends('/ru/call-back', form)
    expect(status).toBe(422)
    expect(data.errors).toEqual(errors)
    expect(data.typed.phone).toBe(form.phone)
    expect(data.sent).toBeNull()
    expect(
      await at().db.selectFrom('feedback').selectAll().where('phone', '=', '77015550103').execute(),
    ).toEqual([])
  })

  test("a form of another site, and another person's key, write nothing", async () => {
    const form = { phone: '77015550104', time: 'soon', key: key() }
    expect((await sends('/call-back', form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    await sends('/call-back', form)
    const other = await sends('/call-back', { ...form, phone: '77015550105' })
    expect(other.status).toBe(422)
    expect(other.data.sent).toBeNull()
    expect((await sends('/call-back', { ...form, name: 'a\0b' })).status).toBe(422)
  })

  test('too many from one phone wait, and the page says so', async () => {
    const expire = String(Date.now() + 600_000)
    await at()
      .db.insertInto('rate_limits')
      .values({ key: 'feedbackPerPhone:77015550106', points: 1_000_000, expire })
      .execute()
    const { status, data, headers } = await sends('/call-back', {
      phone: '77015550106',
      time: 'soon',
      key: key(),
    })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(data).toMatchObject({
      wait: expect.any(Number),
      sent: null,
      typed: { phone: '77015550106' },
    })
  })
})

describe('an organisation', () => {
  const facts = {
    bin: brand.bin,
    region: 'ALMATY_CITY',
    settlement: 'CITY',
    type1: 'PASSENGER',
    over1: '0',
    count1: '2',
    count2: '',
  }
  const bill = {
    name: 'ТОО «Саяхат»',
    email: 'office@example.kz',
    phone: '77015550201',
    contact: 'Дана',
    address: 'Алматы, Абай 10',
    plates: '417 BD 16\n418вв16, 417bd16',
  }
  const priced = (more: Record<string, string> = {}) =>
    opens(`/ru/organisations?${new URLSearchParams({ ...facts, ...more })}`)

  test('opens empty, with the regions of the tariff and the number it came with', async () => {
    const { status, data, headers } = await opens(`/organisations?bin=${brand.bin}`)
    expect(status).toBe(200)
    expect(headers.get('x-robots-tag')).toBeNull()
    expect(data.regions).toHaveLength(20)
    expect(data).toMatchObject({ typed: { bin: brand.bin }, errors: {}, priced: null })
  })

  test('gets the price of the law at once', async () => {
    const { data, headers } = await priced()
    expect(headers.get('x-robots-tag')).toBe('noindex')
    // Worked case A × 1.20 of legal entities, each rounded.
    expect(data.priced).toMatchObject({
      total: 86_626,
      lines: [{ vehicleType: 'PASSENGER', count: 2, each: 43_313, sum: 86_626 }],
      legalEntity: '1.20',
      year: '2026',
    })
    expect((await priced({ carriage: '1' })).data.priced.total).toBe(2 * 77_963)
    expect((await priced({ type2: 'TRUCK', count2: '1' })).data.priced.lines).toHaveLength(2)
  })

  test.each([
    [{ bin: '180440099990' }, { bin: 'Проверьте БИН: должно быть 12 цифр' }],
    [{ bin: '850315399904' }, { bin: 'Это ИИН. Физическое лицо оформляет полис на сайте само.' }],
    [{ region: '' }, { region: 'Проверьте значение' }],
    [{ count1: '0' }, { count1: 'Укажите число автомобилей: от 1 до 999' }],
    [{ count1: '' }, { count1: 'Укажите число автомобилей: от 1 до 999' }],
    [{ count2: '1000', type2: 'TRUCK' }, { count2: 'Укажите число автомобилей: от 1 до 999' }],
    [{ type1: 'TANK' }, { type1: 'Проверьте значение' }],
  ])('%o is told in words', async (wrong, errors) => {
    const { status, data } = await priced(wrong as Record<string, string>)
    expect(status).toBe(422)
    expect(data.errors).toEqual(errors)
    expect(data.priced).toBeNull()
  })

  test('asks for a bill: stored with the price of the server, mailed, seen at the desk', async () => {
    const form = { ...facts, ...bill, key: key(), total: '1' }
    const { status, data } = await sends('/ru/organisations', form)
    expect(status).toBe(200)
    expect(data.sent).toEqual({ number: expect.any(Number), email: bill.email })
    expect((await sends('/ru/organisations', form)).data.sent).toEqual(data.sent)
    expect(await rows('organisation')).toHaveLength(1)
    const [letter] = await lettersAbout(brand.bin)
    expect(letter?.subject).toContain('запрос счёта – ТОО «Саяхат»')
    expect(letter?.text).toContain('417BD16, 418BB16')
    expect(letter?.text).toContain('Итого: 86\u00a0626\u00a0₸')
    expect((await inbox()).find(({ kind }) => kind === 'organisation')).toMatchObject({
      number: data.sent.number,
      name: 'Дана',
      email: bill.email,
      call: null,
      organisation: {
        bin: brand.bin,
        name: bill.name,
        address: bill.address,
        region: { ru: expect.stringContaining('Алматы') },
        plates: ['417BD16', '418BB16'],
        total: 86_626,
        day: '2026-11-20',
      },
    })
  })

  test('what is wrong with the bill is told beside the price', async () => {
    const { status, data } = await sends('/ru/organisations', {
      ...facts,
      ...bill,
      key: key(),
      name: ' ',
      email: 'nobody',
      phone: '1',
      plates: '417BD16\nбіздікі',
    })
    expect(status).toBe(422)
    expect(data.errors).toEqual({
      name: 'Заполните поле',
      email: 'Проверьте электронную почту',
      phone: 'Проверьте номер телефона',
      plates: 'Проверьте госномера: каждый на своей строке',
    })
    expect(data.priced.total).toBe(86_626)
  })

  test('without tables of the day nothing is priced and nothing stored', async () => {
    const { db, url } = await testApp({ WORKER: 'off' })
    await db.updateTable('tariff_tables').set({ effective_to: '2026-01-02' }).execute()
    await until(
      async () => read(await fetch(`${url}/organisations`)),
      ({ data }) => data.regions.length === 0,
    )
    const { status, data } = await read(
      await fetch(`${url}/organisations`, {
        method: 'POST',
        body: new URLSearchParams({ ...facts, ...bill, key: key() }),
      }),
    )
    expect(status).toBe(503)
    expect(data).toMatchObject({ priced: null, sent: null })
    expect(await db.selectFrom('feedback').selectAll().execute()).toEqual([])
  })
})
