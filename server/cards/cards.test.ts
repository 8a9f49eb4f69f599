import { expect, test } from 'vitest'
import { signedIn, stranger } from '#tests/client.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, type TestApp, testApp, until } from '#tests/test-app.ts'

const visa = { pan: '4400000000000001', expiry: '12/29', cvc: '123' }

async function cardsOf(at: TestApp, token: string) {
  const { body } = await at.api('cabinetGetCards', {}, token)
  return body.success ? body.cards : []
}

/** Gives a card on the acquirer's page, as the client's browser does. */
async function binds(at: TestApp, token: string, card: Record<string, string> = visa) {
  const opened = await at.api('cabinetAddCard', {}, token)
  if (!opened.body.success) throw new Error(`no page: ${JSON.stringify(opened.body)}`)
  const page = opened.body.redirect_url
  const done = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams(card),
    redirect: 'manual',
  })
  expect(done.headers.get('location')).toBe(`${at.url}/account?tab=cards`)
  return opened.body
}

test('cards: bound once however often the notice comes, the first active, changed, deleted', async () => {
  spec(
    '2.2.account-payment-methods-bind',
    '3.3.payment-card-id-card_hash',
    '7.2.cabinet-card-getcards',
    '7.2.cabinet-card-changeactivecard',
    '7.2.cabinet-card-addcard',
  )

  const at = await testApp()
  const token = await signedIn(at)
  expect(await cardsOf(at, token)).toEqual([])
  await at.fault('acquirer', 'twice', { operation: 'card' })
  expect((await binds(at, token)).message).toBeTruthy()
  const [first] = await until(
    () => cardsOf(at, token),
    (cards) => cards.length === 1,
  )
  expect(first).toMatchObject({ card_hash: '4400-00XX-XXXX-0001', active: '1' })
  await binds(at, token)
  await binds(at, token, { ...visa, pan: '5100000000000002' })
  const cards = await until(
    () => cardsOf(at, token),
    (list) => list.length === 2,
  )
  expect(cards.map(({ card_hash, active }) => [card_hash.slice(0, 1), active])).toEqual([
    ['5', '0'],
    ['4', '1'],
  ])
  const [second] = cards

  const other = await signedIn(at, stranger)
  expect((await at.api('cabinetChangeActiveCard', { id: second?.id ?? '' }, other)).status).toBe(
    404,
  )
  expect((await at.api('cabinetDeleteCard', { id: second?.id ?? '' }, other)).status).toBe(404)
  expect(await cardsOf(at, other)).toEqual([])

  expect(
    (await at.api('cabinetChangeActiveCard', { id: second?.id ?? '' }, token)).body,
  ).toMatchObject({ success: true })
  expect((await cardsOf(at, token)).map(({ active }) => active)).toEqual(['1', '0'])
  expect((await at.api('cabinetDeleteCard', { id: second?.id ?? '' }, token)).body).toMatchObject({
    success: true,
  })
  expect(await cardsOf(at, token)).toMatchObject([{ id: first?.id, active: '1' }])
  expect((await at.api('cabinetDeleteCard', { id: second?.id ?? '' }, token)).status).toBe(404)

  await binds(at, token, { ...visa, pan: '5100000000000002' })
  expect(
    await until(
      () => cardsOf(at, token),
      (list) => list.length === 2,
    ),
  ).toHaveLength(2)
})

test('a card whose notice got lost is found in the acquirer’s list', async () => {
  const at = await testApp()
  const token = await signedIn(at)
  await at.fault('acquirer', 'never', { operation: 'card' })
  await binds(at, token)
  expect(await cardsOf(at, token)).toMatchObject([
    { card_hash: '4400-00XX-XXXX-0001', active: '1' },
  ])
})

/** For notices that change nothing. */
const unchanged = sharedTestApp({ WORKER: 'off' })

test('a notice with a wrong signature binds nothing', async () => {
  const at = unchanged()
  const token = await signedIn(at)
  const forged = await fetch(`${at.url}/api/hooks/acquirer/card`, {
    method: 'POST',
    body: new URLSearchParams({
      pg_xml: '<response><pg_user_id>1</pg_user_id><pg_sig>00</pg_sig></response>',
    }),
  })
  expect(await forged.text()).toContain('error')
  expect(await at.db.selectFrom('cards').selectAll().execute()).toEqual([])
  expect(await cardsOf(at, token)).toEqual([])
})

test('when the acquirer is away the card is not added, in the specification’s words; the cards we hold are still shown', async () => {
  spec('8.3.add-card-failure-ошибка')

  const at = await testApp()
  const token = await signedIn(at)
  await binds(at, token)
  await at.fault('acquirer', 'unavailable', { times: 20 })
  const answer = await at.api('cabinetAddCard', {}, token, 'ru')
  expect([answer.status, answer.body.message]).toEqual([503, 'Ошибка при добавлении карты'])
  expect(await cardsOf(at, token)).toHaveLength(1)
})

test.each(['card', 'refund', 'result'])(
  'an unsigned notice at %s is answered without our signature',
  async (script) => {
    const answer = await fetch(`${unchanged().url}/api/hooks/acquirer/${script}`, {
      method: 'POST',
      body: new URLSearchParams({ a: '1' }),
    })
    const text = await answer.text()
    expect(text).toContain('<pg_status>error</pg_status>')
    expect(text).not.toMatch(/pg_sig|pg_salt/)
  },
)
