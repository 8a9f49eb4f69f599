import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CaseKind } from '#domain/desk-notes.ts'
import { account, signedIn } from '#tests/client.ts'
import { deskClaims, firstClerk, secondClerk } from '#tests/desk-claims.ts'
import { buyer } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const claims = deskClaims(at)

let made: ReturnType<typeof begin> | null = null
const people = () => (made ??= begin())
async function begin() {
  const { staff, colleague } = await claims.people()
  const { db } = at()
  const named = (iin: string, surname: string, name: string) =>
    db
      .updateTable('accounts')
      .set({ surname, name })
      .where('iin', '=', iin)
      .returning('id')
      .executeTakeFirstOrThrow()
  const first = await named(firstClerk.iin, 'Сейітова', 'Мадина')
  const second = await named(secondClerk.iin, 'Тұрсынов', 'Ерлан')
  const client = await db
    .selectFrom('accounts')
    .select('id')
    .where('iin', '=', buyer.iin)
    .executeTakeFirstOrThrow()
  const order = await db.selectFrom('orders').select(['id', 'number']).executeTakeFirstOrThrow()
  return {
    staff,
    colleague,
    firstId: first.id,
    secondId: second.id,
    clientId: client.id,
    orderId: order.id,
    orderNumber: order.number,
  }
}

type Of = { about: CaseKind; subject: string }
const write = async (of: Of, text: string, { token = '', key = crypto.randomUUID() } = {}) =>
  at().api('staffWriteNote', { ...of, key, text }, token || (await people()).staff)
const give = (
  cases: (Of & { owner: string | null })[],
  to: string | null,
  token: string,
  text = '',
) => at().api('staffHandOver', { cases, to, text }, token)
const cases = async (whose: 'mine' | 'team' | 'handed', token: string) => {
  const { body } = await at().api('staffCases', { whose }, token)
  if (!body.success) throw new Error('no cases')
  return body.data.cases
}
const orderNotes = async (order_id: string, token: string) => {
  const { body } = await at().api('staffOrder', { order_id }, token)
  if (!body.success) throw new Error('no order')
  return body.data
}
const message = async (phone: string) => {
  const id = crypto.randomUUID()
  const now = at().server.deps.clock.now()
  await at()
    .db.insertInto('feedback')
    .values({
      id,
      name: 'Асель',
      phone,
      email: '',
      text: 'Полис келмеді',
      locale: 'kz',
      created_at: now,
      sent_at: now,
    })
    .execute()
  return id
}

test('a note stands at an order, a claim and a client, with its author, in the history, once', async () => {
  const { staff, clientId, orderId } = await people()
  const claimId = await claims.newClaim()
  const key = crypto.randomUUID()
  const said = { about: 'order', subject: orderId } as const
  const pressed = await Promise.all([
    write(said, 'Клиент перезвонит после обеда', { key }),
    write(said, 'Клиент перезвонит после обеда', { key }),
  ])
  expect(pressed.map(({ body }) => body.success)).toEqual([true, true])
  expect((await write(said, 'Другой текст', { key })).body).toMatchObject({ code: 14060 })
  await write({ about: 'claim', subject: claimId }, 'Справка без печати')
  await write({ about: 'client', subject: clientId }, 'Просит звонить вечером')

  const { notes, events } = await orderNotes(orderId, staff)
  expect(notes.notes).toMatchObject([
    { act: 'said', text: 'Клиент перезвонит после обеда', by: 'Сейітова Мадина' },
  ])
  expect(events).toContainEqual(
    expect.objectContaining({
      kind: 'staff',
      what: 'note.said',
      detail: 'Клиент перезвонит после обеда',
      actor: 'Сейітова Мадина',
    }),
  )
  const claim = await claims.seen(claimId)
  expect(claim.notes.notes).toMatchObject([{ text: 'Справка без печати' }])
  expect(claim.events.at(-1)).toMatchObject({ what: 'note.said', note: 'Справка без печати' })
  const { body } = await at().api('staffClient', { account_id: clientId }, staff)
  expect(body).toMatchObject({ data: { notes: { notes: [{ text: 'Просит звонить вечером' }] } } })
  // Nothing of it is the client's.
  expect(JSON.stringify(await claims.clientSees(claimId))).not.toContain('без печати')
})

test('a colleague who is named finds the note among their own until they have read it', async () => {
  const { staff, colleague, orderId, orderNumber } = await people()
  await write({ about: 'order', subject: orderId }, '@Тұрсынов Ерлан, сверьте машину')
  const found = async (token: string) =>
    (await cases('mine', token)).filter(({ note }) => note?.text.includes('сверьте машину'))
  const [row] = await found(colleague)
  expect(row).toMatchObject({ about: 'order', number: orderNumber, note: { for_me: true } })
  expect((await found(staff)).filter(({ note }) => note?.for_me)).toEqual([])
  const note_id = row?.note?.id ?? ''
  const mentions = async (token: string) => {
    const { body } = await at().api('staffToday', {}, token)
    return body.success ? body.data.mentions : null
  }
  expect([await mentions(staff), await mentions(colleague)]).toEqual([0, 1])
  // Only the named person can mark it as read; a second time changes nothing.
  expect((await at().api('staffReadNote', { note_id }, staff)).status).toBe(404)
  for (const _ of [1, 2])
    expect((await at().api('staffReadNote', { note_id }, colleague)).body.success).toBe(true)
  expect((await found(colleague)).filter(({ note }) => note?.for_me)).toEqual([])
  expect(await mentions(colleague)).toBe(0)
})

test('a case is taken, given to a colleague with a word and let go; whoever was slower is told', async () => {
  const { staff, colleague, firstId, secondId } = await people()
  const claimId = await claims.newClaim()
  const of = { about: 'claim', subject: claimId } as const
  const own = async (token: string) =>
    (await cases('mine', token)).filter(({ subject }) => subject === claimId)
  const taken = await Promise.all([
    give([{ ...of, owner: null }], firstId, staff),
    give([{ ...of, owner: null }], secondId, colleague),
  ])
  expect(taken.map(({ body }) => body.success).toSorted()).toEqual([false, true])
  expect(taken.map(({ body }) => ('code' in body ? body.code : null))).toContain(14060)
  const { owner } = (await claims.seen(claimId)).notes
  if (owner?.id !== firstId) await give([{ ...of, owner: owner?.id ?? null }], firstId, staff)
  expect(await own(staff)).toMatchObject([{ owner: { id: firstId, me: true } }])

  expect(
    (await give([{ ...of, owner: firstId }], secondId, staff, 'Жду справку')).body.success,
  ).toBe(true)
  // Pressed again: it is done.
  expect((await give([{ ...of, owner: firstId }], secondId, staff)).body.success).toBe(true)
  expect(await own(staff)).toEqual([])
  expect(await own(colleague)).toMatchObject([
    { note: { act: 'handed', text: 'Жду справку', to: 'Тұрсынов Ерлан' } },
  ])
  expect(
    (await claims.seen(claimId)).notes.notes.filter(({ act }) => act === 'handed'),
  ).toHaveLength(owner?.id === firstId ? 2 : 3)
  expect((await give([{ ...of, owner: secondId }], null, colleague)).body.success).toBe(true)
  expect(await own(colleague)).toEqual([])
})

test('whoever takes a claim for consideration leads it; a finished one is nobody’s', async () => {
  const { staff, firstId } = await people()
  const claim_id = await claims.newClaim()
  const move = (
    from: 'wait' | 'under_consideration',
    to: 'under_consideration' | 'rejected',
    reason = '',
  ) => at().api('staffClaimMove', { claim_id, from, to, reason }, staff)
  await move('wait', 'under_consideration')
  expect((await claims.seen(claim_id)).notes.owner).toMatchObject({ id: firstId, me: true })
  const mine = async () => (await cases('mine', staff)).some(({ subject }) => subject === claim_id)
  expect(await mine()).toBe(true)
  await move('under_consideration', 'rejected', 'Происшествие до начала полиса')
  expect(await mine()).toBe(false)
})

test('at the end of a shift everything goes to a colleague at once, or nothing of it', async () => {
  const { staff, colleague, firstId, secondId, clientId, orderId } = await people()
  const phone = '77015552001'
  const subject = await message(phone)
  const all = [
    { about: 'order', subject: orderId },
    { about: 'client', subject: clientId },
    { about: 'inbox', subject },
  ] as const
  for (const one of all)
    expect((await give([{ ...one, owner: null }], firstId, staff)).body.success).toBe(true)
  const stands = async (token: string) =>
    (await cases('mine', token)).filter((one) => all.some((of) => of.subject === one.subject))
  expect((await stands(staff)).map(({ about }) => about).toSorted()).toEqual([
    'client',
    'inbox',
    'order',
  ])
  // One of them belongs to another colleague by now: nothing moves.
  const wrong = all.map((one) => ({ ...one, owner: one.about === 'inbox' ? secondId : firstId }))
  expect((await give(wrong, secondId, staff)).body).toMatchObject({ code: 14060 })
  expect(await stands(staff)).toHaveLength(3)
  const right = all.map((one) => ({ ...one, owner: firstId }))
  expect((await give(right, secondId, staff, 'Смена до 18:00')).body.success).toBe(true)
  expect(await stands(staff)).toEqual([])
  const given = await stands(colleague)
  expect(given.map(({ note }) => note?.text)).toEqual(Array(3).fill('Смена до 18:00'))
  expect((await cases('team', staff)).filter(({ owner }) => owner?.id === secondId).length).toBe(
    (await cases('team', colleague)).filter(({ owner }) => owner?.me).length,
  )
  // Cases this shift handed over have their own list, with their present owner; nobody else's.
  const handed = (await cases('handed', staff)).filter(({ subject: of }) =>
    all.some((one) => one.subject === of),
  )
  expect(handed.map(({ owner, note }) => [owner?.id, note?.text])).toEqual(
    Array(3).fill([secondId, 'Смена до 18:00']),
  )
  expect(await cases('handed', colleague)).toEqual([])
  // A released message waits for everybody again.
  await give(
    right.map((one) => ({ ...one, owner: secondId })),
    null,
    colleague,
  )
  const { body } = await at().api('staffInbox', { state: 'new' }, staff)
  expect(body.success && body.data.messages.some((one) => one.phone === phone)).toBe(true)
})

test('of two who give the cases of the same people away at once both are answered', async () => {
  const { staff, colleague, firstId, secondId } = await people()
  const { db } = at()
  // Following the messages alone would lock the people in opposite orders.
  const [one, other] = ['77015552011', '77015552012']
  const ids = (await Promise.all([one, other, one].map(message))).toSorted()
  const [first = '', second = '', third = ''] = ids
  const phones = { [first]: one, [second]: other, [third]: one }
  for (const [id, phone = ''] of Object.entries(phones))
    await db.updateTable('feedback').set({ phone }).where('id', '=', id).execute()
  const all = (subjects: string[]) =>
    subjects.map((subject) => ({ about: 'inbox' as const, subject, owner: null }))
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
      and query like '%"feedback"%for update%'`.execute(db)
    return rows[0]?.n
  }
  // Both have begun before either has all of its rows.
  const given = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('feedback').select('id').where('id', 'in', ids).forUpdate().execute()
    const asked = [
      give(all([first, second]), firstId, staff),
      give(all([second, third]), secondId, colleague),
    ]
    await until(waiting, (n) => n === 2)
    return asked
  })
  const replies = await Promise.all(given)
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies.map(({ body }) => body.success).toSorted()).toEqual([false, true])
  expect(replies.map(({ body }) => ('code' in body ? body.code : null))).toContain(14060)
})

test('the search of all desks finds notes for staff, by words and by numbers in them', async () => {
  const { staff, orderId, orderNumber } = await people()
  const phone = '+7 702 318 44 09'
  await write({ about: 'order', subject: orderId }, `Дозвониться до Жұмабекұлы, ${phone}`)
  const search = async (text: string, token: string) => {
    const { body } = await at().api('staffSearch', { text }, token)
    if (!body.success) throw new Error('not searched')
    return body.data.notes
  }
  for (const text of ['жұмабекұлы', phone])
    expect(await search(text, staff)).toMatchObject([
      { about: 'order', subject: orderId, number: orderNumber, by: 'Сейітова Мадина' },
    ])
  expect(await search('Жұмабекұлов', staff)).toEqual([])
  const log = await at()
    .db.selectFrom('audit')
    .select('details')
    .where('action', '=', 'desk.searched')
    .execute()
  expect(log.length).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(log)).not.toMatch(/жұмабек/i)

  await account(at(), { iin: '850505499909', phone: '77010000888' }, { role: 'accountant' })
  const accountant = await signedIn(at(), { iin: '850505499909', phone: '77010000888' })
  for (const text of [orderNumber, phone]) expect(await search(text, accountant)).toEqual([])
})

test('notes are found by words in them, by staff alone, and each search is written down', async () => {
  const { staff, orderId, orderNumber } = await people()
  await write({ about: 'order', subject: orderId }, 'Ждём 100% оплату от Каспи')
  const find = (text: string, token: string) => at().api('staffFindNotes', { text }, token)
  expect((await find('100% ОПЛАТУ', staff)).body).toMatchObject({
    data: { notes: [{ number: orderNumber, text: 'Ждём 100% оплату от Каспи' }] },
  })
  expect((await find('нет такого слова', staff)).body).toMatchObject({ data: { notes: [] } })
  expect((await find('10_% опл', staff)).body).toMatchObject({ data: { notes: [] } })
  expect((await find('ab', staff)).status).toBe(422)
  const log = await at()
    .db.selectFrom('audit')
    .select(['details', 'object_id'])
    .where('action', '=', 'note.searched')
    .execute()
  expect(log.length).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(log)).not.toMatch(/оплату/i)

  const { client } = await claims.people()
  await account(at(), { iin: '850505499909', phone: '77010000888' }, { role: 'accountant' })
  const accountant = await signedIn(at(), { iin: '850505499909', phone: '77010000888' })
  for (const token of [client, accountant]) {
    expect((await find('оплату', token)).status).toBe(403)
    expect((await write({ about: 'order', subject: orderId }, 'Чужая', { token })).status).toBe(403)
    expect((await at().api('staffCases', { whose: 'team' }, token)).status).toBe(403)
  }
})

test('what is nobody’s case, no text, no colleague and one’s own matter are refused', async () => {
  const { staff, firstId, clientId, orderId } = await people()
  const unknown = crypto.randomUUID()
  for (const about of ['order', 'claim', 'client', 'inbox'] as const)
    for (const subject of [unknown, 'QC-none']) {
      expect((await write({ about, subject }, 'Никому')).status).toBe(404)
      expect((await give([{ about, subject, owner: null }], firstId, staff)).status).toBe(404)
    }
  expect((await write({ about: 'order', subject: orderId }, '   ')).status).toBe(422)
  expect((await write({ about: 'order', subject: orderId }, 'я'.repeat(2_001))).status).toBe(422)
  const taken = (to: string) => give([{ about: 'order', subject: orderId, owner: null }], to, staff)
  // A client is no colleague.
  expect((await taken(clientId)).status).toBe(404)
  const own = { about: 'client', subject: firstId } as const
  expect((await write(own, 'О себе')).body).toMatchObject({ code: 14090 })
  expect((await give([{ ...own, owner: null }], firstId, staff)).body).toMatchObject({
    code: 14090,
  })
})
