import { expect, test } from 'vitest'
import { pay, shopAtAcquirer } from './exchange-kit.ts'

const { client, received, shopUrl, page, notices } = shopAtAcquirer()

async function bindCard(userId: string, verdict: string) {
  const bound = await client().startBinding({
    userId,
    locale: 'ru',
    noticeUrl: `${shopUrl()}/hooks/card`,
    backUrl: `${shopUrl()}/account`,
  })
  if ('refused' in bound) throw new Error(bound.text)
  const before = received.length
  expect(await (await fetch(bound.redirectUrl)).text()).toContain('<html lang="ru">')
  expect((await pay(bound.redirectUrl, verdict)).headers.get('location')).toBe(
    `${shopUrl()}/account`,
  )
  await notices(before + 1)
  return received.at(-1)?.read
}

async function opened(
  charge: Parameters<ReturnType<typeof client>['openCharge']>[0],
): Promise<string> {
  const reply = await client().openCharge(charge)
  if ('refused' in reply) throw new Error(reply.text)
  return reply.paymentId
}

test('a card is kept, listed masked, charged once per attempt and removed', async () => {
  expect(await client().cards('user-1')).toEqual([])
  const notice = await bindCard('user-1', 'approve')
  expect(notice).toMatchObject({
    ok: true,
    bound: true,
    userId: 'user-1',
    maskedPan: '4400-00XX-XXXX-0001',
    validTo: '2029-12',
  })
  const [card] = await client().cards('user-1')
  // The notice has no token: the list has it, by the card's number.
  expect(notice).toMatchObject({ token: null, cardId: card?.id })
  const charge = {
    attemptId: 'month-1',
    userId: 'user-1',
    token: card?.token ?? '',
    amount: 900,
    description: 'Home',
    resultUrl: `${shopUrl()}/hooks/result`,
  }
  const of = { attemptId: 'month-1', paymentId: await opened(charge) }
  expect(await opened(charge)).toBe(of.paymentId)
  expect(await client().charge(of)).toMatchObject({ status: 'held', amount: 900 })
  // A charge is executed once: a repeat gets 120, and the payment's status shows the result.
  expect(await client().charge(of)).toMatchObject({ status: 'held' })
  expect(await client().capture({ ...of, amount: 900 })).toMatchObject({
    status: 'paid',
    amount: 900,
  })
  expect(await client().charge(of)).toMatchObject({ status: 'paid', amount: 900 })
  await client().removeCard({ userId: 'user-1', token: card?.token ?? '' })
  await client().removeCard({ userId: 'user-1', token: card?.token ?? '' })
  expect(await client().cards('user-1')).toEqual([])
  expect(await client().openCharge({ ...charge, attemptId: 'month-2' })).toMatchObject({
    refused: '340',
  })
})

test('a removed card bound again is the same card, two cards are two, others see none', async () => {
  await bindCard('user-2', 'approve')
  const [first] = await client().cards('user-2')
  await client().removeCard({ userId: 'user-2', token: first?.token ?? '' })
  await bindCard('user-2', 'approve')
  expect((await client().cards('user-2'))[0]?.token).toBe(first?.token)
  await bindCard('user-2', 'binds_only')
  expect(await client().cards('user-2')).toHaveLength(2)
  expect(await client().cards('user-3')).toEqual([])
})

test('a kept card without money is rejected with a notice', async () => {
  await bindCard('user-4', 'no_funds')
  const [card] = await client().cards('user-4')
  const charge = {
    attemptId: 'month-4',
    userId: 'user-4',
    token: card?.token ?? '',
    amount: 900,
    description: 'Home',
    resultUrl: `${shopUrl()}/hooks/result`,
  }
  expect(
    await client().charge({ attemptId: 'month-4', paymentId: await opened(charge) }),
  ).toMatchObject({ status: 'rejected' })
  await notices(2)
  expect(received.at(-1)?.read).toMatchObject({ ok: true, paid: false, failure: { code: '51' } })
})

test('a payment that keeps its card leaves it in the client’s list, a declined one does not', async () => {
  const declined = await client().payPage({ ...page(), bindFor: 'user-5' })
  if ('refused' in declined) throw new Error(declined.text)
  await pay(declined.redirectUrl, 'no_funds')
  expect(await client().cards('user-5')).toEqual([])
  const fine = await client().payPage({ ...page(), bindFor: 'user-5' })
  if ('refused' in fine) throw new Error(fine.text)
  await pay(fine.redirectUrl)
  expect(await client().cards('user-5')).toMatchObject([{ maskedPan: '4400-00XX-XXXX-0001' }])
})
