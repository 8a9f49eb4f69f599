import { beforeAll, expect, test } from 'vitest'
import { otherPromoter, promoterToken } from '#tests/promoter.ts'
import { buyer, car } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
let token = ''
let other = ''
beforeAll(async () => {
  token = await promoterToken(at())
  other = await promoterToken(at(), otherPromoter)
})

/** A form of the promoter, and the key that its QR code holds. */
async function made() {
  const { body } = await at().api('promoterClientFormCreate', {}, token)
  if (!body.success) throw new Error('no form')
  return { id: body.data.id, key: new URL(body.data.url).searchParams.get('form') ?? '' }
}
const status = async (id: string, who = token) => at().api('promoterClientFormStatus', { id }, who)
const typed = {
  iin: buyer.iin,
  phone: buyer.phone,
  plate: car.registrationNumber,
  techPassport: car.techPassport,
}

test('what the client types comes to the promoter whose form it is, and goes when it is taken', async () => {
  const { id, key } = await made()
  expect((await status(id)).body).toMatchObject({ data: { state: 'open', typed: null } })
  expect((await at().api('clientFormRead', { key })).body).toMatchObject({
    data: { state: 'seen', promoter: 'Досжанов Ә.' },
  })
  expect((await status(id)).body).toMatchObject({ data: { state: 'seen' } })
  expect((await at().api('clientFormSend', { key, ...typed })).body).toEqual({ success: true })
  expect((await status(id)).body).toMatchObject({
    data: { state: 'sent', typed: { ...typed, email: '' } },
  })
  expect((await status(id, other)).status).toBe(404)
  expect((await at().api('promoterClientFormDelete', { id }, other)).body).toEqual({
    success: true,
  })
  // A second thought takes the place of the first.
  const email = 'client@example.kz'
  expect((await at().api('clientFormSend', { key, email })).body).toEqual({ success: true })
  expect((await status(id)).body).toMatchObject({ data: { typed: { iin: '', email } } })
  expect((await at().api('promoterClientFormDelete', { id }, token)).body).toEqual({
    success: true,
  })
  expect((await status(id)).status).toBe(404)
  expect((await at().api('clientFormSend', { key, ...typed })).status).toBe(404)
})

test('a wrong number is said at its field, nothing at all is asked for, an unknown key opens nothing', async () => {
  const { id, key } = await made()
  const wrong = await at().api('clientFormSend', { key, iin: '850315399905', plate: 'Q' })
  expect(wrong.status).toBe(422)
  expect(wrong.body).toMatchObject({ errors: [{ path: 'iin' }, { path: 'plate' }] })
  expect((await at().api('clientFormSend', { key })).status).toBe(422)
  expect((await at().api('clientFormRead', { key: 'k'.repeat(24) })).status).toBe(404)
  expect((await status(id)).body).toMatchObject({ data: { typed: null } })
})

test('after half an hour it takes nothing more', async () => {
  const { id, key } = await made()
  await at()
    .db.updateTable('client_forms')
    .set({ expires_at: new Date(at().server.deps.clock.now().getTime() - 1_000) })
    .where('id', '=', id)
    .execute()
  expect((await at().api('clientFormSend', { key, ...typed })).status).toBe(404)
  expect((await at().api('clientFormRead', { key })).body).toMatchObject({
    data: { state: 'expired' },
  })
})

test('wrong keys of an address shut no right one out', async () => {
  const { key } = await made()
  const wrong = () => at().api('clientFormRead', { key: 'k'.repeat(24) })
  expect((await wrong()).status).toBe(404)
  const tried = at().db.updateTable('rate_limits').where('key', 'like', 'handOffPerAddress:%')
  await tried.set({ points: 1_000_000 }).execute()
  expect((await wrong()).status).toBe(429)
  expect((await at().api('clientFormRead', { key })).body).toMatchObject({ success: true })
})
