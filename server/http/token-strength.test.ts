import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call, Who } from '#contract/call.ts'
import { contract, uploads } from '#contract/index.ts'
import { claimTokenMs, freshSignInMs } from '#domain/lifetimes.ts'
import { withPolicy } from '#tests/claim.ts'
import { signedIn } from '#tests/client.ts'
import { car, clockOn, clockTo, purchaseToken, ready } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { identityOf, tokenHash } from './identity.ts'

/**
 * Ranks tokens: one of a single object is worth less than one that may buy, that less than a
 * session, and sessions by their rights.
 */
const strength: Record<Who, number> = {
  everyone: 0,
  order: 1,
  claim: 1,
  purchase: 2,
  user: 3,
  promoter: 3,
  accountant: 4,
  staff: 5,
  administrator: 6,
}

/**
 * Every call that returns a token: which kind, and what the body proves beside the caller's token;
 * null: nothing, so that the new token may be no stronger than the caller's.
 */
const answersToken: Record<string, { kind: Who; proof: string | null }> = {
  validateClientOtp: { kind: 'purchase', proof: 'a code to the phone, and the register of phones' },
  promoterHandOffConfirm: { kind: 'purchase', proof: 'a code to the client’s phone' },
  ogpoOrderOpen: { kind: 'order', proof: 'a code to the phone of the order' },
  claimThirdParty: { kind: 'claim', proof: null },
  cabinetLogin: { kind: 'user', proof: 'the password' },
  cabinetLoginByCode: { kind: 'user', proof: 'a code to the account’s phone' },
  cabinetConfirmSignIn: { kind: 'user', proof: 'the password before it, and a code' },
  promoterLogin: { kind: 'promoter', proof: 'the password' },
}

const calls: [string, Call][] = Object.entries({ ...contract, ...uploads })

/** Checks if a schema has, at any depth, a field named like a token. */
function hasToken(schema: unknown): boolean {
  const named = (of: unknown): boolean =>
    typeof of === 'object' &&
    of !== null &&
    (Array.isArray(of)
      ? of.some(named)
      : Object.entries(of).some(
          ([key, value]) =>
            (key === 'properties' &&
              Object.keys(value as object).some((name) =>
                /token$|^session$|^bearer$/i.test(name),
              )) ||
            named(value),
        ))
  return named(schema)
}

test('every call that answers a token is in the table', () => {
  const found = calls.filter(([, { reply }]) =>
    hasToken(z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' })),
  )
  expect(found.map(([name]) => name).toSorted()).toEqual(Object.keys(answersToken).toSorted())
})

test.each(Object.entries(answersToken))(
  '%s answers no stronger token than was asked with',
  (name, of) => {
    const may = calls.find(([each]) => each === name)?.[1].may ?? []
    if (of.proof) return
    for (const who of may) expect([who, strength[of.kind] <= strength[who]]).toEqual([who, true])
  },
)

const at = sharedTestApp()
const on = '2026-11-22'
const chosen = ['orman', 'tau', '9'].join('-')
let standing: Promise<void> | null = null
/** A policy of ours, and the day after the accident. */
const policy = () =>
  (standing ??= withPolicy(at()).then(() => clockTo(at(), '2026-11-23T06:00:00Z')))

/** The token of a claim, requested by one that may only buy, `age` old. */
async function claimToken(who: ReturnType<typeof ready>, age = 0) {
  await policy()
  const buying = await purchaseToken(at(), who)
  const { created_at: proved } = await at()
    .db.selectFrom('tokens')
    .select('created_at')
    .where('hash', '=', tokenHash(buying))
    .executeTakeFirstOrThrow()
  if (age) await clockOn(at(), age)
  const id = randomUUID()
  const asks = () => at().api('claimThirdParty', { id, named: car.registrationNumber, on }, buying)
  const { body } = await asks()
  if (!body.success || !body.data.token) throw new Error(JSON.stringify(body))
  return { id, token: body.data.token, proved, asks }
}

const harmed = ready('880214399916')
const minutes = (count: number) => count * 60

test('the token of a claim makes no call but those of its claim, and sets no password', async () => {
  const { id, token } = await claimToken(harmed)
  expect((await at().api('claimDraft', { id }, token)).status).toBe(200)
  const password = { password: chosen, password_repeat: chosen }
  expect((await at().api('cabinetChangePassword', password, token)).status).toBe(403)
  const others = calls.filter(
    ([, { may }]) => may.length > 0 && !may.includes('everyone') && !may.includes('claim'),
  )
  expect(others.length).toBeGreaterThan(100)
  const heard = await Promise.all(
    others.map(async ([name, { path, method }]) => [
      name,
      (await at().raw(path, { method, ...(method === 'GET' ? {} : { body: {} }), token })).status,
    ]),
  )
  expect(heard.filter(([, status]) => status !== 403)).toEqual([])
})

test('the token of a claim opens no other claim of the same client', async () => {
  const { id, token } = await claimToken(harmed)
  const cabinet = await signedIn(at(), harmed)
  const other = randomUUID()
  const saved = await at().api('claimDraftSave', { id: other, answers: {} }, cabinet)
  expect(saved.status).toBe(200)
  const sent = await sentClaim(harmed)
  const file = await at()
    .db.insertInto('files')
    .values({
      id: randomUUID(),
      owner_id: sent.account_id,
      claim_id: sent.id,
      kind: 'slot',
      slot: 'id_front',
      name: 'a.pdf',
      mime: 'application/pdf',
      size: 1,
      scan: 'clean',
      sha256: Buffer.alloc(32),
      storage_key: 'none',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const asks = (with_: string) =>
    Promise.all([
      at().api('claimDraft', { id: other }, with_),
      at().api('claimDraftSave', { id: other, answers: { place: 'Алматы' } }, with_),
      at().api('claimDraftPapers', { id: other }, with_),
      at().api('claimDraftCode', { id: other, version: 1 }, with_),
      at().api('claimDraftSend', { id: other, version: 1 }, with_),
      at().api('claimDraftDropPhotograph', { draft_id: other, id: file.id }, with_),
      at().api('claimNotice', { draft: other }, with_),
      at().api('claimNoticeRead', { draft: other }, with_),
      at().api('claimGetClaim', { claim_id: sent.id }, with_),
      at().api('claimVerdict', { claim_id: sent.id }, with_),
      at().api('claimWriteMessage', { claim_id: sent.id, text: 'Сәлем' }, with_),
      at().api('cabinetFileLink', { id: file.id }, with_),
      at().api('claimDraftDrop', { id: other }, with_),
    ])
  expect((await asks(token)).map(({ status }) => status)).toEqual(Array(13).fill(404))
  const own = (await asks(cabinet)).map(({ status }) => status)
  expect(own.filter((status) => status === 404).length).toBeLessThan(3)
  // A draft that is dropped takes its token along: nothing begins under its id.
  expect((await at().api('claimDraftDrop', { id }, token)).status).toBe(200)
  expect((await at().api('claimDraftSave', { id, answers: {} }, token)).status).toBe(401)
})

/** A claim of the same client that was sent otherwise. */
async function sentClaim({ iin }: { iin: string }) {
  const account = await at()
    .db.selectFrom('accounts')
    .select('id')
    .where('iin', '=', iin)
    .executeTakeFirstOrThrow()
  const sample = await at().db.selectFrom('policies').select('id').executeTakeFirstOrThrow()
  const now = at().server.deps.clock.now()
  return at()
    .db.insertInto('claims')
    .values({
      id: 'QC99999999',
      account_id: account.id,
      policy_id: sample.id,
      iin,
      state: 'wait',
      policy_number: 'A',
      policy_type: 'ogpo',
      claim_case: 'auto',
      claim_status: 'injured',
      damage_type: 'A',
      submitted_on: on,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'account_id'])
    .executeTakeFirstOrThrow()
}

test('a token that may only buy, 115 minutes old, makes nothing fresh', async () => {
  const who = ready('930412399924')
  const { token, proved, asks } = await claimToken(who, minutes(115))
  const { db, clock } = at().server.deps
  const held = (of: string) => identityOf(db, tokenHash(of), clock.now())
  expect(await held(token)).toMatchObject({ kind: 'claim', provedAt: proved })
  // A repeated request does not prolong it, nor does its use.
  const again = await asks()
  if (!again.body.success || !again.body.data.token) throw new Error(JSON.stringify(again.body))
  const until = await db
    .selectFrom('tokens')
    .select('expires_at')
    .where('hash', 'in', [tokenHash(token), tokenHash(again.body.data.token)])
    .execute()
  for (const { expires_at } of until)
    expect(expires_at.getTime()).toBe(proved.getTime() + claimTokenMs)
  await clockTo(at(), new Date(proved.getTime() + claimTokenMs - 1_000).toISOString())
  expect((await at().api('claimDraft', { id: randomUUID() }, token)).status).toBe(404)
  await clockTo(at(), new Date(proved.getTime() + claimTokenMs).toISOString())
  expect((await at().api('claimDraft', { id: randomUUID() }, token)).status).toBe(401)
})

test('a session made of an earlier proof is as old as that proof where a password is set', async () => {
  await policy()
  const token = await signedIn(at(), ready('900622499917'))
  const { db, clock } = at().server.deps
  await db
    .updateTable('tokens')
    .set({ proved_at: new Date(clock.now().getTime() - freshSignInMs) })
    .where('hash', '=', tokenHash(token))
    .execute()
  const password = { password: chosen, password_repeat: chosen }
  const { status, body } = await at().api('cabinetChangePassword', password, token)
  expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ path: 'code' }] } })
})
