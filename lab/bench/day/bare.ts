import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from '../../../tests/http.ts'
import { rssOf } from './cpu.ts'

const program = join(import.meta.dirname, '..', 'bare-server.ts')

/**
 * Megabytes that a bare Fastify with zod holds after so many answers, started with the settings of
 * ours.
 */
export async function bareMemory(answers: number, settings: readonly string[]): Promise<number> {
  const port = await freePort()
  const child = spawn(process.execPath, [...settings, program], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/health/live?name=a`
  while (child.exitCode === null && !(await fetch(url).catch(() => null))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 50))
  await autocannon({ url, connections: 32, amount: Math.max(1, Math.round(answers)) })
  const held = rssOf(child.pid ?? 0)
  child.kill('SIGTERM')
  await ended
  return held
}
