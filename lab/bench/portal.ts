import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { checkDigitOf } from '../../domain/iin.ts'
import { createToken } from '../../server/http/create-token.ts'
import { calls, control } from '../../tests/http.ts'
import { productServer } from './server.ts'

const ROWS = 15
/** Of every call of the unified database; large against our own work. */
const DELAY_MS = 400
const promoter = { iin: '900101399908', phone: '77010000017' }

/**
 * A promoter's calculation of 15 drivers × 15 cars against that of one driver and one car, with as
 * many sessions of the unified database as rows.
 */
export async function portalBench() {
  const slow = await slowSandbox()
  const users = Array.from({ length: ROWS * 2 + 1 }, (_, n) => `1/1-bench${n}:sandbox`).join(',')
  const product = await productServer({
    WORKER: 'off',
    SANDBOX_PORT: new URL(slow.sandboxUrl).port,
    SANDBOX_SMTP_PORT: String(slow.smtpPort),
    ESBD_ADDRESSES: slow.esbd,
    ESBD_USERS: users,
  })
  const { api } = calls(product.url)
  const people = await peopled(slow.sandboxUrl)
  const { deps } = product.server
  const account = await deps.db
    .insertInto('accounts')
    .values({ realm: 'promoter', role: 'promoter', ...promoter, created_at: deps.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = deps.clock.now()
  const token = await createToken(
    deps.db,
    {
      kind: 'promoter',
      ...promoter,
      session: { accountId: account.id, device: '', beganBy: 'password' },
    },
    now,
    new Date(now.getTime() + 3_600_000),
  )
  const calculate = (rows: number) =>
    api(
      'promoterCalculate',
      {
        drivers: people.drivers.slice(0, rows),
        vehicles: people.cars.slice(0, rows),
        insurant: { iin: people.drivers[0]?.iin ?? '', phone: people.phone, willDrive: true },
        operation: {
          applicationId: crypto.randomUUID(),
          latitude: 43.2567,
          longitude: 76.9286,
          accuracy: 12,
        },
        order: { dateStart: '2026-11-21', period: 12 },
      },
      token,
    )
  const timed = async (rows: number) => {
    const began = performance.now()
    const { body } = await calculate(rows)
    if (!body.success) throw new Error(JSON.stringify(body))
    return performance.now() - began
  }
  // Sessions are opened and the dictionaries read once.
  await timed(ROWS)
  const rounds: { whole: number; one: number }[] = []
  for (let n = 0; n < 5; n += 1) rounds.push({ one: await timed(1), whole: await timed(ROWS) })
  const middle = (of: 'whole' | 'one') =>
    rounds.map((round) => round[of]).sort((a, b) => a - b)[2] ?? 0
  await product.close()
  slow.close()
  return {
    name: 'promoter’s calculate with 15 drivers and 15 cars against one of each',
    ratio: middle('whole') / middle('one'),
    goal: '≤ 1.5',
    detail: `${middle('whole').toFixed(0)} ms against ${middle('one').toFixed(0)} ms, ${DELAY_MS} ms for each call of the unified database`,
  }
}

const Ready = z.object({ sandboxUrl: z.string(), smtpPort: z.number(), esbd: z.string() })

/** The sandbox in a process of its own, so that its work is not taken for ours. */
async function slowSandbox() {
  const child = fork(join(import.meta.dirname, 'slow-sandbox.ts'), [String(DELAY_MS)])
  const [told] = await once(child, 'message')
  return { ...Ready.parse(told), close: () => child.kill() }
}

/** Fifteen ordinary drivers and their cars, put into the sandbox. */
async function peopled(sandboxUrl: string) {
  const at = control({ url: sandboxUrl })
  const iins = Array.from({ length: ROWS * 2 }, (_, n) => `850101399${n + 10}`)
    .flatMap((head) => {
      const digit = checkDigitOf(head)
      return digit === null ? [] : [`${head}${digit}`]
    })
    .slice(0, ROWS)
  const phone = '77012220000'
  for (const [n, iin] of iins.entries()) {
    await at.control('PUT', `/control/people/${iin}`, {
      surname: 'Сейтов',
      name: `Арман${n}`,
      phone: `7701222${String(n).padStart(4, '0')}`,
    })
    await at.control('PUT', `/control/vehicles/${carOf(n).registrationNumber}`, {
      techPassport: carOf(n).techPassport,
      ownerIin: iin,
    })
  }
  return { phone, drivers: iins.map((iin) => ({ iin })), cars: iins.map((_, n) => carOf(n)) }
}

const carOf = (n: number) => ({
  registrationNumber: `${300 + n}BNC02`,
  techPassport: `BN1000${1_000 + n}`,
})
