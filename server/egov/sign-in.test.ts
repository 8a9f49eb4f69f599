import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { account, stranger } from '#tests/client.ts'
import { egovBrowser, start } from '#tests/egov-browser.ts'
import { buyer, clockOn, ready } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const app = sharedTestApp({ STAFF_SIGN_IN_CODE: 'on' })
const { browser } = egovBrowser(app)

const callback = '/api/v1.0.0/egov/idp/callback'
const problemIn = (address: string) => new URL(address, 'https://x').searchParams.get('problem')

describe('a person', () => {
  test('is signed in to the account of their IIN, which is made with names and phone, and led to the saved address in its language', async () => {
    spec('3.1.cookie-laravel_auth-unauthorized_requested_path', '7.4.v1-0-0-egov')

    const visitor = browser()
    const end = await visitor.signsIn(
      { iin: buyer.iin },
      '?return=/ru/egov/policy/qorgan-ogpo/calculator%3Fprolong%3DX',
    )
    expect([end.status, end.to]).toEqual([303, '/ru/egov/policy/qorgan-ogpo/calculator?prolong=X'])
    expect(end.cookies[0]).toMatch(/^laravel_auth\.token=Bearer%20[\w-]+; Path=\/; SameSite=Lax$/)
    const begun = (await visitor.open(start)).cookies.join()
    expect(begun).toMatch(
      /^egov_idp=[\w-]{20,64}; Path=\/api\/v1\.0\.0\/egov\/idp; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    expect(end.to + end.text).not.toContain(visitor.token())
    const { body } = await app().api('cabinetUser', {}, visitor.token())
    expect(body).toMatchObject({
      data: {
        iin: buyer.iin,
        phone: buyer.phone,
        surname: 'Әбдіқадыров',
        current_password_required: false,
      },
    })
    const person = await app()
      .db.selectFrom('people')
      .selectAll()
      .where('iin', '=', buyer.iin)
      .executeTakeFirst()
    expect(person).toMatchObject({
      name: 'Нұрлан',
      birth_date: '1985-03-15',
      origin: 'egov',
      resident: null,
      document_valid: null,
    })
    const consent = await app()
      .db.selectFrom('consents')
      .selectAll()
      .where('iin', '=', buyer.iin)
      .executeTakeFirst()
    expect(consent).toMatchObject({ channel: 'egov', state: 'approved', kind: 'policyholder' })
    const sessions = await app().api('cabinetSessions', {}, visitor.token())
    expect(sessions.body).toMatchObject({ data: [{ began_by: 'egov', current: true }] })
  })

  test('whose number does not tell the day of birth is signed in as anybody', async () => {
    const iin = '850315000011'
    await app().control('PUT', `/control/people/${iin}`, {})
    const end = await browser().signsIn({ iin }, '?lang=ru')
    expect([end.status, end.to]).toEqual([303, '/ru/account'])
    const rows = app().db.selectFrom('accounts').select('iin').where('iin', '=', iin)
    expect(await rows.execute()).toHaveLength(1)
  })

  test('gets a page, whatever fails on the way back', async () => {
    const who = ready('900622499917')
    const visitor = browser()
    const { to } = await visitor.chosen({ iin: who.iin }, '?lang=ru')
    await sql`alter table tokens rename to tokens_gone`.execute(app().db)
    try {
      const end = await visitor.open(to)
      expect([end.status, problemIn(end.to)]).toEqual([303, 'unavailable'])
    } finally {
      await sql`alter table tokens_gone rename to tokens`.execute(app().db)
    }
  })

  test('without a saved address is led to the cabinet, without a consent nobody was shown', async () => {
    const who = ready('900622499917')
    expect((await browser().signsIn({ iin: who.iin }, '?lang=ru')).to).toBe('/ru/account')
    expect(
      await app().db.selectFrom('consents').select('id').where('iin', '=', who.iin).execute(),
    ).toEqual([])
  })

  test('keeps the phone of the account; another account’s phone does not move', async () => {
    const own = { ...stranger, phone: '77019990016' }
    await account(app(), own)
    await browser().signsIn({ iin: own.iin })
    const kept = await app()
      .db.selectFrom('accounts')
      .select('phone')
      .where('iin', '=', own.iin)
      .executeTakeFirst()
    expect(kept?.phone).toBe(own.phone)

    const newcomer = ready('830304399916')
    await account(app(), { ...stranger, iin: '750101399911', phone: newcomer.phone })
    const visitor = browser()
    const end = await visitor.signsIn({ iin: newcomer.iin }, '?return=/account')
    expect(problemIn(end.to)).toBe('phone_taken')
    expect(new URL(end.to, 'https://x').searchParams.get('return')).toBe('/account')
    const { body } = await app().api('cabinetUser', {}, visitor.token())
    expect(body).toMatchObject({ data: { phone: null } })
  })

  test('without a phone is signed in and asked for one', async () => {
    const person = ready('860707399912')
    const visitor = browser()
    const end = await visitor.signsIn(
      { iin: person.iin, mode: 'no_phone' },
      '?return=/egov/policy/qorgan-ogpo/calculator',
    )
    expect(problemIn(end.to)).toBe('no_phone')
    const changed = await app().api('cabinetChangePhone', { phone: person.phone }, visitor.token())
    expect(changed.body.success).toBe(true)
  })
})

describe('nobody is signed in', () => {
  const none = (visitor: ReturnType<typeof browser>) => expect(visitor.token()).toBe('')

  test.each([
    ['denied', { refuse: '1' }],
    ['organisation', { iin: buyer.iin, mode: 'organisation' }],
  ])(
    '%s: the page says so in the language of the state and knows the way back',
    async (problem, form) => {
      spec('2.2.v1-0-0-egov')

      const visitor = browser()
      const end = await visitor.signsIn(form, '?return=/ru/account')
      expect(end.to).toBe(`/ru${callback}?problem=${problem}&return=%2Fru%2Faccount`)
      expect((await visitor.open(end.to)).text).toContain(
        `egov-callback ru</title>{"problem":"${problem}","back":"/ru/account"}`,
      )
      none(visitor)
    },
  )

  test('when the same way back is opened a second time, or with a state that was altered: told in the language it was begun in', async () => {
    spec('2.2.v1-0-0-egov-idp')

    const visitor = browser()
    const { to } = await visitor.chosen({ iin: buyer.iin }, '?return=/ru/account')
    await visitor.open(to)
    visitor.jar.delete('laravel_auth.token')
    const told = `/ru${callback}?problem=state&return=%2Fru%2Faccount`
    expect((await visitor.open(to)).to).toBe(told)
    const altered = new URL(to)
    altered.searchParams.set('state', 'guess')
    expect((await visitor.open(altered.href)).to).toBe(told)
    none(visitor)
  })

  test('when a code is used with a fresh state', async () => {
    const visitor = browser()
    const first = new URL((await visitor.chosen({ iin: buyer.iin })).to)
    await visitor.open(first.href)
    visitor.jar.delete('laravel_auth.token')
    const second = new URL((await visitor.chosen({ iin: buyer.iin })).to)
    second.searchParams.set('code', first.searchParams.get('code') ?? '')
    expect(problemIn((await visitor.open(second.href)).to)).toBe('code')
    none(visitor)
  })

  test('when a stranger’s code, still unused, comes under the own state', async () => {
    const attacker = browser()
    const visitor = browser()
    const theirs = new URL((await attacker.chosen({ iin: buyer.iin })).to)
    const own = new URL((await visitor.chosen({ iin: ready('900622499917').iin })).to)
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect(problemIn((await visitor.open(own.href)).to)).toBe('code')
    none(visitor)
  })

  test('when the way back is opened in another browser', async () => {
    const attacker = browser()
    const victim = browser()
    await victim.open(start)
    const { to } = await attacker.chosen({ iin: buyer.iin }, '?return=/ru/account%3Ftab%3Dcards')
    // In the language of the state, without the way back of another browser.
    expect((await browser().open(to)).to).toBe(`/ru${callback}?problem=state`)
    expect(problemIn((await victim.open(to)).to)).toBe('state')
    none(victim)
  })

  test('when the state is made up, or there is none', async () => {
    const visitor = browser()
    expect(problemIn((await visitor.open(`${callback}?code=x&state=guess`)).to)).toBe('state')
    expect((await visitor.open(callback)).text).toContain('"problem":"state"')
    expect((await visitor.open(`${callback}?problem=<b>`)).text).toContain('"problem":"state"')
    none(visitor)
  })

  test('ten minutes after the beginning, with the way back kept', async () => {
    const visitor = browser()
    const { to } = await visitor.open(`${start}?return=/account`)
    await clockOn(app(), 601)
    const end = await visitor.open((await visitor.open(to, { form: { iin: buyer.iin } })).to)
    expect(end.to).toBe(`${callback}?problem=expired&return=%2Faccount`)
    none(visitor)
  })

  test.each(['error', 'garbage', 'unavailable'])(
    'while the provider answers with mode %s',
    async (mode) => {
      const visitor = browser()
      const { to } = await visitor.chosen({ iin: buyer.iin })
      await app().fault('idp', mode, { operation: 'token', times: 3 })
      expect(problemIn((await visitor.open(to)).to)).toBe('unavailable')
      await app().control('DELETE', '/control/faults')
      none(visitor)
    },
  )

  test('whose account is of a desk that signs in by two steps of its own', async () => {
    const accountant = ready('850505499909')
    await account(app(), accountant, { role: 'accountant' })
    const visitor = browser()
    expect(problemIn((await visitor.signsIn({ iin: accountant.iin })).to)).toBe('desk')
    none(visitor)
  })

  test('whose account is blocked', async () => {
    const blocked = ready('861214399905')
    const { id } = await account(app(), blocked)
    await app()
      .db.updateTable('accounts')
      .set({ blocked_at: new Date() })
      .where('id', '=', id)
      .execute()
    const visitor = browser()
    expect(problemIn((await visitor.signsIn({ iin: blocked.iin })).to)).toBe('blocked')
    none(visitor)
  })
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/%09/evil.example',
  '/api/v1.0.0/egov/idp/login',
])('a link can lead nobody to %s', async (address) => {
  const visitor = browser()
  const end = await visitor.signsIn({ iin: buyer.iin }, `?return=${encodeURIComponent(address)}`)
  expect(['/account', '/%09/evil.example']).toContain(end.to)
  expect(
    (await visitor.open(`${callback}?problem=denied&return=${encodeURIComponent(address)}`)).text,
  ).not.toContain('"back":"http')
})

test('the language without a saved address is the one chosen before, else the browser’s', async () => {
  const visitor = browser()
  expect(new URL((await visitor.open(start, { language: 'ru' })).to).searchParams.get('lang')).toBe(
    'ru',
  )
  visitor.jar.set('lang', 'kz')
  expect(new URL((await visitor.open(start, { language: 'ru' })).to).searchParams.get('lang')).toBe(
    'kk',
  )
})

test('the journal of our calls knows the sign-ins and no person', async () => {
  const rows = await until(
    () => app().db.selectFrom('outside_calls').selectAll().where('system', '=', 'idp').execute(),
    (found) => found.some(({ key }) => key !== null),
  )
  expect(JSON.stringify(rows)).not.toMatch(/850315399904|77010000001/)
})
