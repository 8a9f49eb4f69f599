import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { heldActs } from '#tests/held.ts'
import { kycDesk, namesake } from '#tests/kyc-desk.ts'
import { purchaseToken, ready, sale } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { statusOf, staff, second, imports, documentOf } = kycDesk(at)
const listed = ready('880214399916')

const buys = async () => purchaseToken(at(), listed)
const price = async () =>
  (await at().api('ogpoCalculate', sale({ insurant: { ...listed } }), await buys())).body
/** On a list by their IIN. */
const blocked = async () => {
  await at().control('PUT', `/control/people/${listed.iin}`, { lists: ['TERROR'] })
  await imports()
  await until(price, (body) => !body.success)
  return statusOf(listed.iin)
}

test('a hit by IIN is taken off by two people with a document, on a ground that is true, and blocked again', async () => {
  const first = await blocked()
  const case_id = first.case_id ?? ''
  expect(first).toMatchObject({ status: 'blocked', takes_two: true, differs: [], signing: null })

  // What one person could do before.
  const alone = async (reason: string) =>
    (await at().api('kycUnblock', { iin: listed.iin, reason }, await staff())).body
  expect(await alone('Сверено удостоверение')).toMatchObject({ success: false, code: 14135 })
  expect(await alone('Другое отчество')).toMatchObject({ code: 14136 })
  expect(await alone('ӘКЕСІНІҢ АТЫ БАСҚА, куәлігін көрдім')).toMatchObject({ code: 14136 })

  const ask = async (evidence: object, more: object = {}) =>
    (
      await at().api(
        'kycAskUnblock',
        { case_id, reason: 'Письмо АФМ получено', evidence, ...more } as never,
        await staff(),
      )
    ).body
  const letter = { ground: 'excluded', number: 'ХТ-1', date: '2026-11-01' }
  const untrue = [
    { ground: 'not_same', differs: ['patronymic'] },
    { ground: 'not_same', differs: ['iin', 'birth_date'] },
    { ...letter, date: '2099-01-01' },
    { ...letter, ground: 'term_over', date: '2099-01-01' },
  ]
  for (const evidence of untrue)
    expect(await ask(evidence), JSON.stringify(evidence)).toMatchObject({ code: 14136 })
  for (const evidence of [{ ground: 'other' }, { ...letter, number: ' ' }, {}])
    expect((await ask(evidence)).success, JSON.stringify(evidence)).toBe(false)
  // Older than the first list.
  for (const date of ['1800-01-01', '1999-10-14'])
    expect(await ask({ ...letter, date }), date).toMatchObject({
      success: false,
      errors: [{ path: 'evidence.date' }],
    })
  expect(await ask(letter)).toMatchObject({ code: 14137 })
  const file = await documentOf(case_id)
  expect(await ask(letter, { seen: '2020-01-01T00:00:00.000Z' })).toMatchObject({ code: 14060 })
  expect(await ask(letter)).toEqual({ success: true })
  expect(await ask(letter)).toMatchObject({ code: 14060 })

  // Between the two the person is as blocked as before.
  expect(await price()).toMatchObject({ code: 12004 })
  const waits = await statusOf(listed.iin)
  expect(waits).toMatchObject({
    status: 'blocked',
    signing: { signature: { state: 'waiting', mine: true }, evidence: letter, documents: [file] },
    documents: [{ id: file, scan: 'clean', name: 'құжат.pdf' }],
  })
  // The signature waits for another person, no longer for its author.
  const waitsFor = async (token: string) => {
    const { body } = await at().api('staffToday', {}, token)
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data.rows.filter(({ id }) => id === case_id).map(({ act }) => act)
  }
  expect(await waitsFor(await second())).toEqual(['sign_unblock'])
  expect(await waitsFor(await staff())).toEqual([])
  const signature_id = waits.signing?.signature.id ?? ''
  const sign = async (token: string) =>
    (await at().api('kycSignUnblock', { signature_id }, token)).body
  expect(await sign(await staff())).toMatchObject({ code: 14063 })
  // The second person opens the supporting document.
  const opened = await at().api('cabinetFileLink', { id: file }, await second())
  expect(opened.body).toMatchObject({ success: true, url: expect.any(String) })
  // The signature waits its seconds: withdrawn, the person stays blocked; otherwise it takes
  // effect.
  const { heldId, goes } = heldActs(at)
  const hold = async () =>
    (await at().api('kycSignUnblock', { signature_id, hold: true }, await second())).body
  expect(await hold()).toEqual({ success: true })
  expect(await hold()).toMatchObject({ code: 14160 })
  const held_id = await heldId('kyc', case_id)
  expect((await at().api('deskTakeBack', { held_id }, await second())).body).toEqual({
    success: true,
  })
  await goes(held_id)
  expect(await price()).toMatchObject({ code: 12004 })
  expect(await hold()).toEqual({ success: true })
  expect(await price()).toMatchObject({ code: 12004 })
  await goes(await heldId('kyc', case_id))
  expect(await sign(await second())).toMatchObject({ code: 14060 })
  expect(await price()).toMatchObject({ success: true })

  const freed = await statusOf(listed.iin)
  const again = async (token: string) =>
    (await at().api('kycBlock', { case_id, reason: 'Письмо оказалось чужим' }, token)).body
  expect(await again(await staff())).toEqual({ success: true })
  expect(await again(await staff())).toMatchObject({ code: 14060 })
  expect(await price()).toMatchObject({ code: 12004 })
  const last = await statusOf(listed.iin)
  expect(last).toMatchObject({ status: 'blocked', to_decide: false, takes_two: true })
  expect(last.history.map(({ event }) => event)).toEqual([
    'blocked_again',
    'unblocked',
    'unblock_asked',
    'blocked',
  ])
  expect(freed.status).toBe('unblocked')
  const written = await at()
    .db.selectFrom('audit')
    .select(['action', 'details'])
    .where('action', 'like', 'client.%')
    .orderBy('id')
    .execute()
  const acts = written.map(({ action }) => action)
  for (const act of ['client.unblock_asked', 'client.unblocked', 'client.blocked_again'])
    expect(acts, act).toContain(act)
  expect(JSON.stringify(written)).not.toContain(listed.iin)
})

test('a second person declines, the first takes back, and what was signed for another state is not signed', async () => {
  const known = await statusOf(listed.iin)
  const case_id = known.case_id ?? ''
  const evidence = { ground: 'term_over' as const, number: '77', date: '2026-10-01' }
  const ask = async () =>
    (
      await at().api(
        'kycAskUnblock',
        { case_id, reason: 'Срок решения истёк', evidence },
        await staff(),
      )
    ).body
  const waiting = async () => (await statusOf(listed.iin)).signing?.signature.id ?? ''
  // The first letter is used up; a new block needs a new one.
  expect(await ask()).toMatchObject({ code: 14137 })
  await documentOf(case_id)
  expect(await ask()).toEqual({ success: true })
  const declined = { signature_id: await waiting(), note: 'Нет решения в письме' }
  expect((await at().api('kycDeclineUnblock', declined, await staff())).body).toMatchObject({
    code: 14063,
  })
  expect((await at().api('kycDeclineUnblock', declined, await second())).body).toEqual({
    success: true,
  })
  expect(await ask()).toEqual({ success: true })
  const mine = { signature_id: await waiting() }
  expect((await at().api('kycWithdrawUnblock', mine, await second())).body).toMatchObject({
    code: 14063,
  })
  expect((await at().api('kycWithdrawUnblock', mine, await staff())).body).toEqual({
    success: true,
  })
  expect(await ask()).toEqual({ success: true })
  const late = { signature_id: await waiting() }
  // Another list names them meanwhile: the signature is outdated.
  await at().control('PUT', `/control/people/${listed.iin}`, { lists: ['TERROR', 'WMD'] })
  await imports()
  await until(
    async () => (await statusOf(listed.iin)).matches.length,
    (count) => count > 1,
  )
  expect((await at().api('kycSignUnblock', late, await second())).body).toMatchObject({
    code: 14060,
  })
  expect((await statusOf(listed.iin)).status).toBe('blocked')
  // A new entry is another matter: earlier documents do not cover it.
  expect(await ask()).toMatchObject({ code: 14137 })
  await documentOf(case_id)
  expect(await ask()).toEqual({ success: true })
})

test('a likeness alone is let by one person, with no difference that is not there', async () => {
  const buyer = await purchaseToken(at(), namesake)
  await at().api('ogpoCalculate', sale({ insurant: { ...namesake } }), buyer)
  const seen = await statusOf(namesake.iin)
  expect(seen).toMatchObject({ status: 'blocked', takes_two: false })
  const reasons = {
    iin: 'Другой ИИН',
    birth_date: 'Другая дата рождения',
    surname: 'Другая фамилия',
    name: 'Другое имя',
    patronymic: 'Другое отчество',
  }
  for (const [fact, reason] of Object.entries(reasons)) {
    if (seen.differs.some((one) => one === fact)) continue
    const { body } = await at().api('kycUnblock', { iin: namesake.iin, reason }, await staff())
    expect(body, fact).toMatchObject({ code: 14136 })
  }
  const true_ = { iin: namesake.iin, reason: 'Сверено удостоверение, место рождения другое' }
  expect((await at().api('kycUnblock', true_, await staff())).body).toEqual({ success: true })
})

test('nobody signs for themselves', async () => {
  const { case_id } = await statusOf(listed.iin)
  const { id } = await account(at(), listed)
  await at().db.updateTable('accounts').set({ role: 'staff' }).where('id', '=', id).execute()
  const own = await signedIn(at(), listed)
  const of = { case_id: case_id ?? '', reason: 'Это не я, сверено' }
  const evidence = { ground: 'excluded' as const, number: '1', date: '2026-10-01' }
  expect((await at().api('kycAskUnblock', { ...of, evidence }, own)).body).toMatchObject({
    code: 14090,
  })
  const signature_id = (await statusOf(listed.iin)).signing?.signature.id ?? ''
  for (const answer of [
    await at().api('kycSignUnblock', { signature_id }, own),
    await at().api('kycBlock', of, own),
  ])
    expect(answer.body).toMatchObject({ code: 14090 })
})
