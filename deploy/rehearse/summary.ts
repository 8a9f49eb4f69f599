import type { Told } from './told.ts'

/** What the buyers met, in one sentence; `well`: everybody came to an end, and none to a 500. */
export function summaryOf(lines: string): { text: string; well: boolean } {
  const told = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told)
  const ends = new Map<string, number>()
  const bad = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) =>
    counts.set(key, (counts.get(key) ?? 0) + 1)
  const longest: number[] = []
  for (const one of told) {
    if ('bad' in one) count(bad, one.bad.slice(0, 60))
    if (!('end' in one)) continue
    count(ends, one.end)
    longest.push(one.ms)
  }
  const listed = (counts: Map<string, number>) =>
    [...counts].map(([key, times]) => `${times} × ${key}`).join(', ') || 'none'
  const text =
    `ends: ${listed(ends)}; the longest sale ${Math.max(0, ...longest) / 1_000} s; ` +
    `answers to be asked again: ${listed(bad)}`
  const well =
    [...ends.keys()].every((end) => end === 'issued') &&
    ![...bad.keys()].some((key) => key.startsWith('500'))
  return { text, well }
}
