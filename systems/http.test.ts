import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/http.ts'
import { sending } from './exchange-kit.ts'

/** The other side's replies to each request in turn; the last one repeats. */
let answers: (number | 'nothing')[] = []
let heard = 0
const server = createServer((_, response) => {
  heard += 1
  const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200
  if (answer !== 'nothing') response.writeHead(answer).end('{}')
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => {
  heard = 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = { operation: 'question', method: 'POST', body: '{}' } as const

test.each([
  ['that changes nothing is made again twice', true, [500], { attempts: 3, heard: 3 }],
  ['that changes nothing is heard the second time', true, [500, 200], { attempts: 2, heard: 2 }],
  ['that may have had an effect is made once', false, [500], { attempts: 1, heard: 1 }],
  ['that was turned away at the door is made again', false, [503, 200], { attempts: 2, heard: 2 }],
  ['that ran out of its time is not made again', true, ['nothing'], { attempts: 1, heard: 1 }],
] as const)('a call %s', async (_, safe, said, expected) => {
  answers = [...said]
  const { send, journal } = sending('bank', { timeoutMs: 1_000 })
  await send({ ...ask, url, safe }).catch(() => null)
  expect({ attempts: journal[0]?.attempts, heard }).toEqual(expected)
})

test('a call that nobody heard is made again, whatever it does', async () => {
  const { send, journal } = sending('bank', { timeoutMs: 1_000 })
  const nobody = `http://127.0.0.1:${await freePort()}/`
  await expect(send({ ...ask, url: nobody, safe: false })).rejects.toMatchObject({
    message: 'bank question: ECONNREFUSED',
    mayHaveHappened: false,
  })
  expect(journal).toMatchObject([{ attempts: 3, outcome: 'unavailable' }])
})

test('a call whose repeats its operation does not have is made once', async () => {
  answers = [500]
  const { send, journal } = sending('esbd', { timeoutMs: 1_000 })
  await send({ ...ask, operation: 'GetServerDateTime', url, safe: true }).catch(() => null)
  expect(journal).toMatchObject([{ attempts: 1 }])
})

test('after so many failures in a row calls fail at once, and nothing is sent', async () => {
  answers = [500]
  const seen: boolean[] = []
  const { send } = sending('bank', {
    breakAfter: 2,
    onBreaker: (_system, _operation, open) => seen.push(open),
  })
  for (let n = 0; n < 2; n += 1) await send({ ...ask, url, safe: false }).catch(() => null)
  await expect(send({ ...ask, url, safe: true })).rejects.toMatchObject({
    message: 'bank question: circuit open',
    mayHaveHappened: false,
  })
  expect([heard, seen]).toEqual([2, [true]])
})
