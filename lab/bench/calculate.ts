import { calls } from '../../tests/http.ts'
import { buyer, sale } from './sale.ts'
import { productServer } from './server.ts'
import { purchaseToken } from './token.ts'

/**
 * Our own CPU per calculate, and its wall time against the slowest chain of the outside calls it
 * made (from the journal).
 */
export async function calculateBench() {
  return [await measured(0), await measured(REGISTER_MS)]
}

/** A state register in the same country rarely answers faster. */
const REGISTER_MS = 100

async function measured(delayMs: number) {
  const product = await productServer({ WORKER: 'off' }, { delayMs })
  const { api } = calls(product.url)
  const token = await purchaseToken(product.url, product.sandbox.url, buyer)
  const ask = () => api('ogpoCalculate', sale(), token)
  for (let warm = 0; warm < 10; warm += 1) await ask()
  const count = delayMs > 0 ? 20 : 60
  let wall = 0
  let chain = 0
  const journalMark = async () =>
    (
      await product.server.deps.db
        .selectFrom('outside_calls')
        .select((expression) => expression.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id
  const flush = () => new Promise((resolve) => setTimeout(resolve, 400))
  // The sandbox and this harness share the process, so the CPU printed is an upper bound of ours.
  const before = process.cpuUsage()
  for (let at = 0; at < count; at += 1) {
    await flush()
    const from = Number(await journalMark())
    const began = performance.now()
    const { body } = await ask()
    wall += performance.now() - began
    if (!body.success) throw new Error(JSON.stringify(body))
    await flush()
    const calls = await product.server.deps.db
      .selectFrom('outside_calls')
      .select(['started_at', 'duration_ms'])
      .where('id', '>', String(from))
      .execute()
    chain += slowestChain(
      calls.map((call) => ({
        start: call.started_at.getTime(),
        end: call.started_at.getTime() + call.duration_ms,
      })),
    )
  }
  const cpu = process.cpuUsage(before)
  await product.close()
  return {
    name: `calculate, wall time against the slowest chain of its outside calls (the sandbox answers ${delayMs > 0 ? `after ${delayMs} ms` : 'at once'})`,
    ratio: wall / Math.max(1, chain),
    goal: '≤ 1.2',
    detail: `${(wall / count).toFixed(1)} ms against ${(chain / count).toFixed(1)} ms; CPU with the sandbox's and the harness's share at most ${((cpu.user + cpu.system) / 1_000 / count).toFixed(1)} ms`,
  }
}

/** The longest sum of calls that follow one another: each begins when an earlier one has ended. */
function slowestChain(calls: { start: number; end: number }[]): number {
  const sorted = [...calls].sort((a, b) => a.end - b.end)
  const best = new Map<object, number>()
  for (const call of sorted) {
    const before = sorted
      .filter((other) => other !== call && other.end <= call.start + 1)
      .map((other) => best.get(other) ?? 0)
    best.set(call, call.end - call.start + Math.max(0, ...before))
  }
  return Math.max(0, ...best.values())
}
