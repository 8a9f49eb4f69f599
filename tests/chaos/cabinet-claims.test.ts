import { expect, test } from 'vitest'
import { eicar } from '#systems/antivirus/sandbox.ts'
import { jpeg, sends } from '../claim.ts'
import { jpegOf, photographs } from '../claim-way.ts'
import { until } from '../http.ts'
import { buyer } from '../sale.ts'
import { dieAlong, firstAddress, prepared, walks } from './cabinet-walks.ts'
import { type Cluster, inCluster, type Process } from './processes.ts'

/** A claim's papers and photographs along processes that die. */
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
