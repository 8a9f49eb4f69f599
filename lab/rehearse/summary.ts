/** What happened to one sale of a rehearsal, at an instant (ms since 1970). */
export type Told =
  | { sale: number; order: string; at: number }
  /** An answer to be asked again; `body` of one that is neither good nor 503, which none may be. */
  | { sale: number; step: string; bad: string; body?: string; at: number }
  /** `slowestMs`: of the answers it got, the one that took longest. */
  | { sale: number; end: string; order?: string; ms: number; slowestMs: number; at: number }

/** Of what buyers met the lines that are named, at most. */
const NAMED = 40

/**
 * What the buyers met, in lines; `well`: everybody came to an end, and every answer on the way was
 * good or 503. `lostAt`: when a new primary was there, from which the next sale is counted.
 */
export function summaryOf(lines: string, lostAt?: number): { text: string[]; well: boolean } {
  const told = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told)
  const ends = told.filter((one) => 'end' in one)
  const bad = told.filter((one) => 'bad' in one)
  const wrong = bad.filter(({ body }) => body !== undefined)
  const orders = told.filter((one) => 'order' in one && !('end' in one))
  const next = lostAt === undefined ? undefined : orders.find(({ at }) => at >= lostAt)
  const seconds = (all: number[]) => Math.max(0, ...all) / 1_000
  return {
    text: [
      `ends: ${counted(ends.map(({ end }) => end))}; ` +
        `the longest sale ${seconds(ends.map(({ ms }) => ms))} s, ` +
        `the longest answer ${seconds(ends.map(({ slowestMs }) => slowestMs))} s`,
      ...(lostAt === undefined
        ? []
        : [
            `first order after the new primary: ${next ? `${(next.at - lostAt) / 1_000} s` : 'none'}`,
          ]),
      `answers to be asked again: ${counted(bad.map((one) => one.bad.slice(0, 60)))}`,
      `answers neither good nor 503: ${wrong.length}`,
      ...wrong
        .slice(0, NAMED)
        .map(
          ({ at, sale, step, bad: told, body }) =>
            `    ${new Date(at).toISOString()} sale ${sale}, ${step}: ${told} ${body}`,
        ),
    ],
    well: wrong.length === 0 && ends.every(({ end }) => end === 'issued'),
  }
}

function counted(all: string[]): string {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].map(([one, times]) => `${times} × ${one}`).join(', ') || 'none'
}
