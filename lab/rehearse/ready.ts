import { compose, docker } from './compose.ts'

/** For Node beside a process: asks until a sale can begin, and prints when that was. */
export const ASK = `
const { setTimeout: pause } = require('node:timers/promises')
const ready = () => fetch('http://127.0.0.1:3000/health/ready').then(({ ok }) => ok, () => false)
;(async () => {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(20))
    if (await ready()) { console.log(Date.now()); return }
  process.exit(1)
})()`

/**
 * Seconds from the start of a container to the first "ready" of its process, at most: who asks is
 * started beside it. Both times are of the machine's one clock.
 */
export async function readyAfter(name: string): Promise<string> {
  const at = await compose('exec', '-T', name, 'node', '-e', ASK)
  const container = await compose('ps', '-q', name)
  const began = await docker('inspect', '--format', '{{.State.StartedAt}}', container)
  return ((Number(at) - Date.parse(began)) / 1_000).toFixed(1)
}
