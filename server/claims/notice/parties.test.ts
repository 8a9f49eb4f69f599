import { expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import { buyer, clockOn, purchaseToken } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { said, second, stranger, theirCar, twoDrivers } from '#tests/two-drivers.ts'
import { fieldText } from '#texts/fields.ts'

const at = sharedTestApp()
const { begun, joined, saves, told } = twoDrivers(at)

test('a car that nobody has insured cannot be settled for without the police', async () => {
  const { theirs, key, notice } = await joined()
  const none = await saves(theirs, { key }, notice.version, {
    mine: { plate: '417BDA02', says: said },
  })
  expect(none).toMatchObject({ second: { insured: 'no' }, verdict: 'impossible' })
  const same = await at().api(
    'claimNoticeSave',
    { key, version: none.version, mine: { plate: '123ABC02' } },
    theirs,
    'ru',
  )
  expect(same.body).toMatchObject({
    errors: [{ path: 'mine.plate', message: fieldText('notice_same_plate', 'ru') }],
  })
})

test('the link is one person’s: not the first driver’s, nobody’s after it was taken, and old after half an hour', async () => {
  const { token, draft, key } = await begun()
  const self = await at().api('claimNoticeJoin', { key }, token, 'ru')
  expect(self.body).toMatchObject({
    errors: [{ path: 'key', message: fieldText('notice_yourself', 'ru') }],
  })
  expect((await at().api('claimNoticeLink', { key })).body).toMatchObject({ data: { good: true } })
  const theirs = await purchaseToken(at(), second)
  const others = await purchaseToken(at(), stranger)
  expect((await at().api('claimNoticeRead', { key }, theirs)).status).toBe(404)
  expect((await at().api('claimNoticeJoin', { key }, theirs)).body).toMatchObject({ success: true })
  // Repeating it changes nothing; no third person gets in, by key or by claim.
  expect((await at().api('claimNoticeJoin', { key }, theirs)).body).toMatchObject({ success: true })
  expect((await at().api('claimNoticeJoin', { key }, others)).status).toBe(404)
  expect((await at().api('claimNoticeRead', { key }, others)).status).toBe(404)
  expect((await at().api('claimNoticeRead', { draft }, theirs)).status).toBe(404)
  // The first driver removes them: the old link is void, the new one is valid for half an hour.
  const anew = await at().api('claimNotice', { draft, anew: true }, token)
  const link = anew.body.success ? anew.body.data.link?.url.split('#')[1] : ''
  expect(link).not.toBe(key)
  expect((await at().api('claimNoticeRead', { key }, theirs)).status).toBe(404)
  await clockOn(at(), 31 * 60)
  expect((await at().api('claimNoticeLink', { key: link ?? '' })).body).toMatchObject({
    data: { good: false },
  })
  expect((await at().api('claimNoticeJoin', { key: link ?? '' }, theirs)).status).toBe(404)
})

test('the driver’s copy of their data holds their own part of a notice and nothing of the other', async () => {
  await told()
  const mine = await at().api('cabinetExport', {}, await signedIn(at(), second))
  const text = JSON.stringify(mine.body)
  expect(text).toContain(theirCar.registrationNumber)
  for (const secret of [buyer.iin, buyer.phone, '123ABC02']) expect(text).not.toContain(secret)
})

test('a second driver who is erased is nobody in the notice, which the first goes on with', async () => {
  const { token, draft, key } = await begun()
  const theirs = await signedIn(at(), stranger)
  const joins = await at().api('claimNoticeJoin', { key }, theirs)
  const version = joins.body.success ? joins.body.data.version : 0
  await saves(theirs, { key }, version, { mine: { plate: '417BDA02', words: 'Өз сөзім' } })
  await at().api('cabinetAskDeletion', {}, theirs)
  const row = await until(
    () =>
      at()
        .db.selectFrom('accident_notices')
        .selectAll()
        .where('draft_id', '=', draft)
        .executeTakeFirstOrThrow(),
    ({ second_iin }) => second_iin !== stranger.iin,
  )
  const text = JSON.stringify(row)
  for (const secret of [stranger.iin, stranger.phone, '417BDA02', 'Өз сөзім'])
    expect(text).not.toContain(secret)
  expect((await at().api('claimNoticeRead', { draft }, token)).status).toBe(200)
})

test('of a car that is not one’s own a notice answers two days, as every other call together', async () => {
  const { token, draft, notice } = await begun()
  const plate = '417BDA02'
  let { version } = notice
  const asks = async (on: string, mine?: object) => {
    const body = { draft, version, shared: { on }, ...(mine ? { mine } : {}) }
    const answer = await at().api('claimNoticeSave', body as never, token)
    if (answer.body.success) version = answer.body.data.version
    return answer.body
  }
  const other = async (on: string) => (await at().api('claimOtherCar', { plate, on }, token)).status
  expect(await other('2026-11-22')).toBe(200)
  // A caller may query their own car without limit.
  for (const on of ['2026-11-21', '2026-11-20', '2026-11-22'])
    expect(await asks(on)).toMatchObject({ success: true })
  expect(await asks('2026-11-21', { plate })).toMatchObject({ success: true })
  // Past the limit the notice continues without an answer about the car.
  expect(await asks('2026-11-20')).toMatchObject({ success: true })
  expect(await other('2026-11-20')).toBe(429)
  // An answered day is answered again.
  expect(await asks('2026-11-22')).toMatchObject({ success: true })
})
