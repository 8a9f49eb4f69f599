import { beforeAll, expect, test } from 'vitest'
import { otherPromoter, portalOrder, portalSale, promoterToken } from '#tests/promoter.ts'
import { clockOn, clockTo } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
let other = ''
beforeAll(async () => {
  token = await promoterToken(at())
  other = await promoterToken(at(), otherPromoter)
})

const draft = (id: string, revision: number, more: object = {}) => ({
  id,
  revision,
  title: `№ ${revision}`,
  content: { cars: revision },
  ...more,
})

test('drafts: sent in any order and twice they are one, the newest; deleted they stay away; another promoter has their own', async () => {
  spec('7.3.ours-drafts-server')

  const id = crypto.randomUUID()
  const save = async (revision: number, who = token, more: object = {}) =>
    (await at().api('promoterDraftSave', draft(id, revision, more), who)).body
  const answers = await Promise.all([save(2), save(1), save(2)])
  expect(answers.every(({ success }) => success)).toBe(true)
  expect(await save(1)).toMatchObject({ data: { kept: true, revision: 2 } })
  const read = await at().api('promoterDraftGet', { id }, token)
  expect(read.body).toMatchObject({ data: { id, revision: 2, title: '№ 2', content: { cars: 2 } } })
  expect((await at().api('promoterDraftGet', { id }, other)).status).toBe(404)
  expect((await at().api('promoterDrafts', {}, other)).body).toEqual({
    success: true,
    data: { drafts: [] },
  })
  await save(7, other)
  expect((await at().api('promoterDraftGet', { id }, token)).body).toMatchObject({
    data: { revision: 2 },
  })

  await at().api('promoterDraftDelete', { id }, token)
  expect(await save(9)).toMatchObject({ data: { kept: false } })
  expect((await at().api('promoterDraftGet', { id }, token)).status).toBe(404)
  expect((await at().api('promoterDraftGet', { id }, other)).body).toMatchObject({
    data: { revision: 7 },
  })
  const gone = crypto.randomUUID()
  await at().api('promoterDraftDelete', { id: gone }, token)
  expect((await at().api('promoterDraftSave', draft(gone, 1), token)).body).toMatchObject({
    data: { kept: false },
  })
  const large = await at().api(
    'promoterDraftSave',
    draft(crypto.randomUUID(), 1, { content: { text: 'x'.repeat(200_001) } }),
    token,
  )
  expect(large.status).toBe(422)
})

test('a draft is over after a day, and when its sale is paid', async () => {
  const [old, selling] = [crypto.randomUUID(), crypto.randomUUID()]
  await at().api('promoterDraftSave', draft(old, 1), token)
  await clockOn(at(), 24 * 3_600 + 1)
  expect((await at().api('promoterDraftGet', { id: old }, await promoterToken(at()))).status).toBe(
    404,
  )
  await clockTo(at(), null)
  const applicationId = crypto.randomUUID()
  await at().api('promoterDraftSave', draft(selling, 1, { applicationId }), token)
  const { orderId } = await portalOrder(at(), token, portalSale({ operation: { applicationId } }))
  const ids = async () => {
    const { body } = await at().api('promoterDrafts', {}, token)
    return body.success ? body.data.drafts.map(({ id }) => id) : []
  }
  expect(await ids()).toContain(selling)
  await at().db.updateTable('orders').set({ state: 'issued' }).where('id', '=', orderId).execute()
  expect(await ids()).not.toContain(selling)
})

test('a draft says on which other device it is open', async () => {
  const id = crypto.randomUUID()
  await at().api('promoterDraftSave', draft(id, 1), token)
  const listed = async (who: string) => {
    const { body } = await at().api('promoterDrafts', {}, who)
    return body.success ? body.data.drafts.find((one) => one.id === id) : null
  }
  expect(await listed(token)).toMatchObject({ elsewhere: null, from: null })
  const second = await promoterToken(at())
  expect(await listed(second)).toMatchObject({ elsewhere: expect.any(String) })
  await at().api('promoterDraftGet', { id }, second)
  expect(await listed(second)).toMatchObject({ elsewhere: null })
  expect(await listed(token)).toMatchObject({ elsewhere: expect.any(String) })
})

test('a sale goes over to a colleague without its calculation, comes back, and stays while its bill waits', async () => {
  const idOf = async (who: string) => {
    const { body } = await at().api('promoterMe', {}, who)
    return body.success ? body.user.id : ''
  }
  const [me, colleague] = [await idOf(token), await idOf(other)]
  const { body } = await at().api('promoterColleagues', {}, token)
  if (!body.success) throw new Error('no colleagues')
  const ids = body.data.colleagues.map((one) => one.id)
  expect(ids).toContain(colleague)
  expect(ids).not.toContain(me)

  const id = crypto.randomUUID()
  const content = { version: 5, form: { draftKey: id, application: { id: crypto.randomUUID() } } }
  await at().api('promoterDraftSave', draft(id, 3, { content }), token)
  const give = (to: string, who = token) => at().api('promoterDraftGive', { id, to }, who)
  expect((await give(me)).status).toBe(422)
  expect((await give(colleague, other)).status).toBe(422)
  expect((await give(colleague)).body).toEqual({ success: true })
  expect((await at().api('promoterDraftGet', { id }, token)).status).toBe(404)
  expect((await give(colleague)).status).toBe(404)
  const theirs = await at().api('promoterDraftGet', { id }, other)
  expect(theirs.body).toMatchObject({
    data: { title: '№ 3', content: { version: 5, form: { draftKey: id, application: null } } },
  })
  expect((await at().api('promoterDrafts', {}, other)).body).toMatchObject({
    data: {
      drafts: expect.arrayContaining([expect.objectContaining({ id, from: 'Досжанов Ә.' })]),
    },
  })
  // A save that was on its way brings nothing back; the colleague hands it back.
  expect((await at().api('promoterDraftSave', draft(id, 9), token)).body).toMatchObject({
    data: { kept: false },
  })
  expect((await give(me, other)).body).toEqual({ success: true })
  expect((await at().api('promoterDraftGet', { id }, token)).body).toMatchObject({
    data: { content: { form: { draftKey: id } } },
  })

  const sale = portalSale()
  await portalOrder(at(), token, sale)
  const { applicationId } = sale.operation
  await at().api('promoterDraftSave', draft(id, 12, { applicationId }), token)
  expect((await give(colleague)).body).toMatchObject({ success: false, code: 14139 })
})
