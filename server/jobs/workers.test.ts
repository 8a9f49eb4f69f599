import { expect, test } from 'vitest'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { feedbackJob, inboxReplyJob } from './definitions.ts'
import { works } from './work.ts'
import { startWorkers } from './workers.ts'

const at = sharedTestApp({ WORKER: 'off' })
const MOST = 4

/** Starts workers for a job that lasts until it is released. */
async function atWork() {
  const { deps } = at().server
  const under = new Set<string>()
  const done: string[] = []
  let most = 0
  let gate = Promise.withResolvers<void>()
  const { work, stop } = startWorkers(deps, 100)
  const slow = async (feedbackId: string) => {
    under.add(feedbackId)
    most = Math.max(most, under.size)
    await gate.promise
    under.delete(feedbackId)
    done.push(feedbackId)
  }
  await work(works(feedbackJob, (_deps, { feedbackId }) => slow(feedbackId), { concurrency: MOST }))
  const send = (count: number) =>
    deps.db.transaction().execute(async (tx) => {
      for (let n = 0; n < count; n += 1)
        await deps.queue.enqueue(tx, feedbackJob, { feedbackId: crypto.randomUUID() })
    })
  const workers = () =>
    deps.queue.boss
      .getWipData({ includeInternal: false })
      .filter(({ name }) => name === feedbackJob.name).length
  return {
    under,
    done,
    most: () => most,
    send,
    workers,
    stop,
    open: () => gate.resolve(),
    shut: () => (gate = Promise.withResolvers()),
  }
}

test('slow work gets more hands, no more than it may have, and as few as before when it is over; nothing is done twice or left', async () => {
  const { under, done, most, send, workers, stop, open, shut } = await atWork()
  expect(workers()).toBe(1)
  for (const round of [1, 2]) {
    shut()
    await send(10)
    await until(
      async () => under.size,
      (count) => count === MOST,
    )
    open()
    await until(
      async () => done.length,
      (count) => count === 10 * round,
    )
    await until(
      async () => workers(),
      (count) => count === 1,
    )
  }
  expect(most()).toBe(MOST)
  expect(new Set(done).size).toBe(20)
  stop()
})

test('what waits its second is done when it is due, and nobody else looks for work meanwhile', async () => {
  const { deps } = at().server
  const done: string[] = []
  const { work, stop } = startWorkers(deps)
  await work(works(feedbackJob, async (_deps, { feedbackId }) => done.push(feedbackId)))
  await work(works(inboxReplyJob, async () => {}))
  const resting = () =>
    deps.queue.boss
      .getWipData({ includeInternal: false })
      .find(({ name }) => name === inboxReplyJob.name)?.lastFetchedOn
  const before = await until(async () => resting(), Boolean)
  const feedbackId = crypto.randomUUID()
  await deps.queue.send(feedbackJob, { feedbackId }, { inSeconds: 3 })
  await until(
    async () => done,
    (all) => all.includes(feedbackId),
  )
  expect(resting()).toBe(before)
  stop()
})
