import { expect, test } from 'vitest'
import { steps } from '#server/jobs/steps.ts'
import { eicar } from '#systems/antivirus/sandbox.ts'
import { jpeg, sends } from '../claim.ts'
import { jpegOf, photographs } from '../claim-way.ts'
import { codeOn } from '../client.ts'
import { until } from '../http.ts'
import { buyer, car } from '../sale.ts'
import { clientIn } from './client.ts'
import { type Cluster, inCluster, type Process } from './processes.ts'

/**
 * `kill -9` before and after every step of the cabinet's own effects, each walk in its own cluster.
 */
const walks = {
  end: ['cabinet.end.rescind', 'cabinet.end.commit'],
  card: ['cabinet.card.remove', 'cabinet.card.commit'],
  claim: ['cabinet.claim.commit'],
  photograph: ['cabinet.claim.photograph'],
  scan: ['cabinet.scan.commit', 'cabinet.scan.remove'],
  erase: ['cabinet.erase.remove', 'cabinet.erase.commit'],
  remind: ['cabinet.remind.sms', 'cabinet.remind.mail', 'cabinet.remind.commit'],
} as const

test('every step of the cabinet that the code names is walked', () => {
  expect(Object.values(walks).flat().sort()).toEqual(
    steps.filter((name) => name.startsWith('cabinet.')).sort(),
  )
})

/** A cluster whose client holds a policy and is signed in; its process is dead again. */
async function prepared<T>(
  place: Cluster,
  work: (of: { token: string; globalId: string }) => Promise<T>,
): Promise<T & { token: string; globalId: string }> {
  const process = await place.start()
  const client = clientIn(place)
  const cart = await client.cart()
  await client.orderAndPay(cart)
  const [policy] = await until(
    () => place.rows<{ global_id: string }>('select global_id from policies'),
    (rows) => rows.length === 1,
  )
  await client.api().api('cabinetSendCode', { phone: buyer.phone })
  const code = await until(
    () => codeOn(place, buyer.phone),
    (found) => found !== '',
  )
  const signed = await client.api().api('cabinetLoginByCode', { phone: buyer.phone, code })
  if (!signed.body.success || !policy) throw new Error('not signed in')
  const of = { token: signed.body.token, globalId: policy.global_id }
  const made = await work(of)
  process.kill()
  await process.died
  return { ...of, ...made }
}

/**
 * The client repeats the same call while processes die at each stop in turn; the last one lives.
 */
async function dieAlong(place: Cluster, walk: keyof typeof walks, client: () => Promise<unknown>) {
  for (const stop of walks[walk].flatMap((name) => [`before:${name}`, `after:${name}`])) {
    const process = await place.start(stop)
    await until(
      async () => {
        if (process.alive()) await client().catch(() => {})
        return process.alive() ? `alive at ${stop}` : process.died
      },
      (end) => end === 'SIGKILL',
    )
  }
  await place.start()
}
const firstAddress = (place: Cluster) => {
  const [at] = place.at
  if (!at) throw new Error('a town without an address')
  return at
}

test.concurrent(
  'a termination whose process dies is rescinded once and refunded once',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      const at = firstAddress(place)
      const { token, ask } = await prepared(place, async ({ token, globalId }) => {
        await place.control('PUT', `/control/vehicles/${car.registrationNumber}`, {
          registered: false,
        })
        const sums = await at.api(
          'cabinetCalcTerminate',
          { globalId, terminateReason: 'sold' },
          token,
        )
        if (!sums.body.success) throw new Error('no calculation')
        const { calcId, refundAmount } = sums.body.data
        await at.api('cabinetSendTerminateCode', { calcId }, token)
        return {
          ask: {
            globalId,
            terminateReason: 'sold' as const,
            calcId,
            refundAmount,
            code: await codeOn(place, buyer.phone),
          },
        }
      })
      await dieAlong(place, 'end', () => at.api('cabinetTerminate', ask, token))
      const done = await until(
        async () => (await at.api('cabinetTerminate', ask, token)).body,
        (body) =>
          body.success &&
          body.data.refunds.length > 0 &&
          body.data.refunds.every(({ state }) => state === 'done'),
      )
      expect(done).toMatchObject({
        data: { state: 'done', refunds: [{ amount: ask.refundAmount }] },
      })
      expect(await place.rows('select state from policies')).toEqual([{ state: 'terminated' }])
      expect(
        await place.rows(
          "select kind, amount from ledger where kind in ('returned', 'refund_due', 'refund') order by id",
        ),
      ).toEqual(
        ['returned', 'refund_due', 'refund'].map((kind) => ({ kind, amount: ask.refundAmount })),
      )
      expect(
        (await place.journal('esbd')).filter(
          ({ operation }) => operation === 'SetPolicyRescindingReason',
        ),
      ).toHaveLength(1)
    }),
)

test.concurrent(
  'a card whose deletion dies on the way is gone here and at the acquirer',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      const at = firstAddress(place)
      const { token, id } = await prepared(place, async ({ token }) => {
        const opened = await at.api('cabinetAddCard', {}, token)
        if (!opened.body.success) throw new Error('no page')
        await fetch(opened.body.redirect_url, {
          method: 'POST',
          body: new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' }),
          redirect: 'manual',
        })
        const { body } = await at.api('cabinetGetCards', {}, token)
        return { id: body.success ? (body.cards[0]?.id ?? '') : '' }
      })
      await dieAlong(place, 'card', () => at.api('cabinetDeleteCard', { id }, token))
      expect((await at.api('cabinetGetCards', {}, token)).body).toEqual({
        success: true,
        cards: [],
      })
    }),
)

test.concurrent(
  'a claim whose process dies is one claim with six documents, and nothing else is kept',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      const at = firstAddress(place)
      const { token, globalId } = await prepared(place, async () => ({}))
      const key = crypto.randomUUID()
      const send = async () => (await sends(at, token, globalId, { key })).body
      const process = await place.start('before:cabinet.claim.commit')
      await send().catch(() => {})
      expect(await process.died).toBe('SIGKILL')
      const second = await place.start('after:cabinet.claim.commit')
      await send().catch(() => {})
      expect(await second.died).toBe('SIGKILL')
      const living = await place.start()
      const [claim] = await place.rows<{ id: string }>('select id from claims')
      expect(await send()).toEqual({ success: true, claim_number: claim?.id, claim_id: claim?.id })
      expect(
        await place.rows(
          'select claim_id is null as lost, count(*)::int as n from files group by 1 order by 1',
        ),
      ).toEqual([
        { lost: false, n: 6 },
        { lost: true, n: 6 },
      ])
      // What the dead process left is removed an hour later.
      await place.control('POST', '/control/clock', { now: '2026-11-20T07:30:00Z' })
      await until(
        () => place.rows('select id from files where claim_id is null'),
        (rows) => rows.length === 0,
      )
      await photographsSurvive(place, token, living)
    }),
)

/**
 * Photographs of a claim that is begun, with a process that dies before, after and between them:
 * what was told as received is there, whole and once; what was not is sent again and is.
 */
async function photographsSurvive(place: Cluster, token: string, running: Process) {
  const at = firstAddress(place)
  const draft = crypto.randomUUID()
  const saved = await at.api('claimDraftSave', { id: draft, answers: {} }, token)
  expect(saved.status).toBe(200)
  const told: string[] = []
  const send = async (id: string, content: Buffer) => {
    const { body } = await photographs(at, token, { draft, id }, content)
    if (body.success) told.push(body.photograph.id)
    return body.success === true
  }
  const first = crypto.randomUUID()
  expect(await send(first, jpegOf())).toBe(true)
  running.kill()
  await running.died
  const sent = [first]
  for (const stop of walks.photograph.flatMap((name) => [`before:${name}`, `after:${name}`])) {
    const process = await place.start(stop)
    const [id, content] = [crypto.randomUUID(), jpegOf()]
    await send(id, content).catch(() => {})
    expect(await process.died).toBe('SIGKILL')
    const next = await place.start()
    expect(await send(id, content)).toBe(true)
    sent.push(id)
    next.kill()
    await next.died
  }
  await place.start()
  const { body } = await at.api('claimDraft', { id: draft }, token)
  const kept = body.success ? body.data.photographs.map(({ id }) => id) : []
  expect(kept.toSorted()).toEqual(sent.toSorted())
  expect(new Set(told)).toEqual(new Set(sent))
}

test.concurrent(
  'an infected paper whose scan dies on the way is destroyed, told and asked for once',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      const at = firstAddress(place)
      const { token, globalId } = await prepared(place, async () => ({}))
      const key = crypto.randomUUID()
      const files = { event_document: Buffer.concat([jpeg, Buffer.from(eicar)]) }
      await dieAlong(place, 'scan', () => sends(at, token, globalId, { key, files }))
      await until(
        () =>
          place.rows(
            'select scan, destroyed_at is not null as gone, count(*)::int as n from files group by 1, 2 order by 1',
          ),
        (rows) =>
          JSON.stringify(rows) ===
          JSON.stringify([
            { scan: 'clean', gone: false, n: 5 },
            { scan: 'infected', gone: true, n: 1 },
          ]),
      )
      expect(await place.rows('select slot from claim_requests')).toEqual([
        { slot: 'event_document' },
      ])
      const messages = await until(
        async () =>
          (await place.messages(buyer.phone)).filter(({ text }) => text.includes('вирус')),
        (messages) => messages.length > 0,
      )
      expect(messages).toHaveLength(1)
    }),
)

test.concurrent(
  'a reminder whose process dies is one SMS and one letter',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      await prepared(place, async () => ({}))
      await place.control('POST', '/control/clock', { now: '2027-10-21T06:00:00Z' })
      await dieAlong(place, 'remind', async () => {})
      await until(
        () => place.rows('select days from reminders where sent_at is not null'),
        (rows) => rows.length === 1,
      )
      const heard = (await place.messages(buyer.phone)).filter(({ text }) =>
        text.includes('аяқталады'),
      )
      expect(heard).toHaveLength(1)
      const letters = (await place.mails('client@example.kz')).filter(({ subject }) =>
        subject.includes('30'),
      )
      expect(letters).toHaveLength(1)
    }),
)

test.concurrent(
  'a deletion whose process dies takes the person away whole',
  { timeout: 600_000 },
  () =>
    inCluster(1, async (place) => {
      const at = firstAddress(place)
      await prepared(place, async ({ token }) => {
        const opened = await at.api('cabinetAddCard', {}, token)
        if (!opened.body.success) throw new Error('no page')
        await fetch(opened.body.redirect_url, {
          method: 'POST',
          body: new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' }),
          redirect: 'manual',
        })
        await at.api('cabinetGetCards', {}, token)
        await at.api('cabinetAskDeletion', {}, token)
        return {}
      })
      await place.control('POST', '/control/clock', { now: '2032-11-21T06:00:00Z' })
      await dieAlong(place, 'erase', async () => {})
      await until(
        () => place.rows('select iin from accounts'),
        (rows) => rows.length === 0,
      )
      expect(
        await place.rows(
          'select iin from people union all select buyer_iin from orders union all select policyholder_iin from policies',
        ),
      ).toEqual([{ iin: 'erased' }, { iin: 'erased' }])
    }),
)
