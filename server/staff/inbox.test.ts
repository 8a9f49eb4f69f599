import { expect, test } from 'vitest'
import type { Locale } from '#domain/locale.ts'
import { account, signedIn } from '#tests/client.ts'
import { ordered, paysBill, purchaseToken } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const first = { iin: '880808399905', phone: '77010000777' }
const second = { iin: '860606399908', phone: '77010000778' }

let made: Promise<{ desk: string; other: string; otherId: string }> | null = null
const people = () =>
  (made ??= (async () => {
    await account(at(), first, { role: 'staff' })
    const { id: otherId } = await account(at(), second, { role: 'staff' })
    return {
      desk: await signedIn(at(), first),
      other: await signedIn(at(), second),
      otherId,
    }
  })())

const writes = async (text: string, phone: string, email: string, locale: Locale = 'kz') => {
  await at()
    .db.insertInto('feedback')
    .values({
      id: crypto.randomUUID(),
      name: 'Мадина',
      phone,
      email,
      text,
      locale,
      created_at: at().server.deps.clock.now(),
      sent_at: at().server.deps.clock.now(),
    })
    .execute()
  const row = await at()
    .db.selectFrom('feedback')
    .select('id')
    .where('text', '=', text)
    .executeTakeFirstOrThrow()
  return row.id
}
const inbox = async (state: 'new' | 'in_work' | 'answered', mine = false) => {
  const { desk } = await people()
  const { body } = await at().api('staffInbox', { state, mine }, desk)
  if (!body.success) throw new Error('no inbox')
  return body.data.messages
}
const rowsAbout = async (phone: string, state: 'new' | 'in_work' | 'answered') =>
  (await inbox(state)).filter((message) => message.phone === phone)
const thread = async (id: string) => {
  const { desk } = await people()
  const { body } = await at().api('staffInboxThread', { id }, desk)
  if (!body.success) throw new Error('no thread')
  return body.data
}
const reply = async (
  id: string,
  more: { key?: string; way?: 'sms' | 'mail'; text?: string; language?: Locale } = {},
) => {
  const { desk } = await people()
  return at().api(
    'staffInboxReply',
    {
      key: crypto.randomUUID(),
      id,
      way: 'sms',
      text: 'Полис жолда',
      language: 'kz',
      ...more,
    },
    desk,
  )
}

test('what one person writes is one row and one thread, by the phone and the mailbox together', async () => {
  const one = await writes('Полис келмеді', '77015551001', 'one@example.kz')
  await writes('Тағы жазып отырмын', '77015551001', 'ONE@example.kz')
  await writes('Бөтен адам', '77015551003', '')
  const shown = (await inbox('new')).filter(({ phone }) => phone.startsWith('7701555100'))
  expect(shown.map(({ text, together }) => [text, together])).toEqual([
    ['Полис келмеді', 2],
    ['Бөтен адам', 1],
  ])
  // As many as there are rows: who writes three times waits once.
  const { desk } = await people()
  const { body } = await at().api('staffInbox', { state: 'new' }, desk)
  expect(body.success && body.data.counts.new).toBe((await inbox('new')).length)
  const { messages } = await thread(one)
  expect(messages.map(({ text }) => text)).toEqual(['Полис келмеді', 'Тағы жазып отырмын'])
})

test('whoever types a phone or a mailbox of somebody else gets no answer meant for them, and answers nothing', async () => {
  const theirs = { phone: '77015551005', email: 'asked@example.kz' }
  const asked = await writes('Ақшам қашан қайтады?', theirs.phone, theirs.email)
  const byMailbox = await writes('Жауап күтемін', '77019998877', theirs.email)
  const byPhone = await writes('Жауап қайда?', theirs.phone, 'other.five@example.kz')
  expect((await thread(asked)).messages.map(({ id }) => id)).toEqual([asked])
  await reply(byMailbox)
  await reply(byPhone, { way: 'mail' })
  expect((await thread(asked)).messages).toMatchObject([{ state: 'new' }])
  expect(await at().messages(theirs.phone)).toEqual([])
  await reply(asked)
  expect((await thread(byMailbox)).replies).toHaveLength(1)
  await until(
    () => at().messages(theirs.phone),
    (messages) => messages.length === 1,
  )
})

test('a reply goes once, by SMS or as a letter, and answers all that is open of the person', async () => {
  const phone = '77015551011'
  const id = await writes('Полис 16760087109Z келмеді', phone, 'two@example.kz')
  await writes('Неге жауап жоқ?', phone, 'two@example.kz')
  const key = crypto.randomUUID()
  // Pressed twice at once, then once more.
  const pressed = await Promise.all([reply(id, { key }), reply(id, { key })])
  expect(pressed.map(({ body }) => body.success)).toEqual([true, true])
  expect((await reply(id, { key })).body.success).toBe(true)
  await until(
    async () => (await thread(id)).replies,
    ([one]) => one?.sent_at != null,
  )
  expect(await at().messages(phone)).toMatchObject([{ text: 'Полис жолда' }])
  expect(await rowsAbout(phone, 'new')).toEqual([])
  expect(await rowsAbout(phone, 'answered')).toMatchObject([{ together: 2 }])

  await reply(id, { way: 'mail', text: 'Документы во вложении', language: 'ru' })
  const [letter] = await until(
    () => at().mails('two@example.kz'),
    (list) => list.length > 0,
  )
  expect(letter?.subject).toMatch(/^Ответ на Ваше сообщение №\u00a0\d+$/)
  expect(letter?.text).toContain('Документы во вложении')
  expect(letter?.text).toContain('16760087109Z')
  const { replies } = await thread(id)
  expect(replies.map(({ way, to }) => [way, to])).toEqual([
    ['sms', id],
    ['mail', id],
  ])
  // A later message reopens the conversation, with all earlier ones.
  await writes('Рақмет, ашылмайды', phone, 'two@example.kz')
  expect(await rowsAbout(phone, 'new')).toMatchObject([{ text: 'Рақмет, ашылмайды' }])
  expect(await rowsAbout(phone, 'answered')).toEqual([])
})

test('what cannot be sent is said: no text, too long, no mailbox, a phone that takes nothing', async () => {
  const phone = '77990000001'
  const id = await writes('Қайда полис?', phone, '')
  const { desk } = await people()
  const empty = await at().raw('/api/staff/inbox/reply', {
    body: { key: crypto.randomUUID(), id, way: 'sms', text: '  ', language: 'kz' },
    token: desk,
  })
  expect(empty).toMatchObject({ status: 422, body: { errors: [{ path: 'text' }] } })
  expect((await reply(id, { text: 'я'.repeat(470) })).body).toMatchObject({ code: 14123 })
  expect((await reply(id, { way: 'mail' })).body).toMatchObject({ code: 14122 })
  expect((await reply(crypto.randomUUID())).status).toBe(404)
  // The delivery failure is not known yet; then the conversation returns to the desk.
  expect((await reply(id)).body.success).toBe(true)
  const { replies, unreachable, messages } = await until(
    () => thread(id),
    (found) => found.unreachable.length > 0 && found.messages[0]?.state === 'in_work',
  )
  expect([replies[0]?.refused, unreachable, messages[0]?.state]).toEqual([true, ['sms'], 'in_work'])
  expect((await reply(id)).body).toMatchObject({ code: 14121 })
})

test('a conversation is given to a colleague, says whom it waits for, and is found among their own', async () => {
  const phone = '77015551021'
  const id = await writes('Екі рет төледім', phone, '')
  const { desk, other, otherId } = await people()
  const assign = (body: { to?: string; waits_for?: 'bank' }) =>
    at().api('staffInboxAssign', { id, ...body }, desk)
  expect((await assign({ to: otherId, waits_for: 'bank' })).body.success).toBe(true)
  expect(await rowsAbout(phone, 'in_work')).toMatchObject([{ waits_for: 'bank' }])
  expect((await inbox('in_work', true)).filter((row) => row.phone === phone)).toEqual([])
  const theirs = await at().api('staffInbox', { state: 'in_work', mine: true }, other)
  expect(theirs.body).toMatchObject({ data: { messages: [{ phone }] } })
  expect((await assign({ to: crypto.randomUUID() })).status).toBe(404)
  expect((await thread(id)).notes.colleagues.map(({ me }) => me).sort()).toEqual([false, true])
  await reply(id)
  // An answered conversation cannot wait for another.
  expect((await assign({ waits_for: 'bank' })).body).toMatchObject({ code: 14060 })
  const acts = await at()
    .db.selectFrom('audit')
    .select('action')
    .where('object_id', '=', id)
    .where('action', 'in', ['inbox.assigned', 'inbox.replied'])
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual(['inbox.assigned', 'inbox.replied'])
})

test('templates stand in both languages; a changed one is new from its day', async () => {
  const id = await writes('Үлгі керек', '77015551031', '')
  const { desk } = await people()
  const before = (await thread(id)).templates
  expect(before.length).toBeGreaterThan(3)
  const changed = await at().api(
    'referencePropose',
    {
      kind: 'reply_templates',
      action: 'set',
      from: at().server.deps.clock.today(),
      reason: 'дәлірек сөз',
      values: {
        code: 'tell-more',
        name_kz: 'Сұрау',
        name_ru: 'Вопрос',
        sort: 1,
        text_kz: '№ {number}: көлігіңіз қандай?',
        text_ru: '№ {number}: какая машина?',
      },
    },
    desk,
  )
  expect(changed.body).toMatchObject({ data: { state: 'applied' } })
  const { templates, messages } = await thread(id)
  expect(templates[0]).toMatchObject({
    code: 'tell-more',
    text: { sms: { ru: `№ ${messages[0]?.number}: какая машина?` } },
  })
  const kept = await at()
    .db.selectFrom('reply_templates')
    .select(['text_ru', 'effective_to'])
    .where('code', '=', 'tell-more')
    .orderBy('effective_from')
    .execute()
  expect(kept).toHaveLength(2)
  expect(kept[0]?.effective_to).not.toBeNull()
})

test('a template says where the person’s own order stands, what hinders it and since when; another’s it does not know', async () => {
  const said = async (id: string) =>
    (await thread(id)).templates.find(({ code }) => code === 'policy-waits')?.text
  const buying = await purchaseToken(at())
  const stranger = await writes('QG000000001 қайда?', '77015551041', 'other@example.kz')
  expect((await said(stranger))?.sms.kz).toContain('табылмады')

  const { orderId } = await ordered(at(), buying)
  const { number, phone } = await at()
    .db.selectFrom('orders')
    .select(['number', 'phone'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const id = await writes('Полисім әлі келмеді', phone ?? '', 'theirs@example.kz')
  expect((await said(id))?.sms).toMatchObject({
    kz: expect.stringContaining(`${number} тапсырысы әлі төленбеген`),
    ru: expect.stringContaining(`Заказ ${number} ещё не оплачен`),
  })
  // A letter would go to a mailbox that the order does not know.
  expect((await said(id))?.mail.ru).toContain('не нашли')
  expect((await said(stranger))?.sms.kz).toContain('табылмады')

  await at().fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 1_000 })
  await paysBill(at())
  const waits = await until(
    () => said(id),
    (text) => text?.sms.ru.includes('единой базы') === true,
  )
  expect(waits?.sms.ru).toMatch(
    /Оплата заказа QG\S+ поступила \d\d\.\d\d\.\d{4} \d\d:\d\d\. Полис ждёт ответа единой базы с \d\d\.\d\d\.\d{4} \d\d:\d\d/,
  )
  expect(waits?.sms.kz).toContain('бірыңғай дерекқордың жауабын күтіп тұр')
  await at().control('DELETE', '/control/faults')
  const done = await until(
    () => said(id),
    (text) => text?.sms.ru.includes('оформлен полис') === true,
  )
  expect(done?.sms.ru).toContain(number)
})
