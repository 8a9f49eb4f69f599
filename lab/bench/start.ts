import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pool } from '../../server/db/connect.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { seed } from '../../server/setup/seed.ts'
import { freePort } from '../../tests/http.ts'
import { ownSecrets } from '../../tests/own-secrets.ts'
import { cpuOf } from './day/cpu.ts'

const ROUNDS = 7
const repository = join(import.meta.dirname, '..', '..')

/**
 * From the start of the program to its first answer, configured as in production on a migrated
 * database, against a bare Fastify with zod; in turns.
 */
export async function startBench() {
  const home = mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-start-'))
  const database = await startEmbedded({ home })
  const connections = pool(database.url, 2)
  await migrate(connections)
  await seed(connections)
  await connections.end()
  const environment = {
    ...example(),
    ...ownSecrets(),
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    // The bench's own database has no standby.
    DATABASE_DURABILITY: 'asynchronous',
    PLAIN_HOSTS: '127.0.0.1,localhost,clamav',
    QORGAN_HOME: home,
    FILES_DIR: join(home, 'files'),
  }
  // The first starts build the pages and fill the folder of compiled code.
  await firstAnswer('start.mjs', environment)
  await firstAnswer('lab/bench/bare-server.ts', environment)
  const ours: Answer[] = []
  const bare: Answer[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await firstAnswer('start.mjs', environment))
    bare.push(await firstAnswer('lab/bench/bare-server.ts', environment))
  }
  await database.stop()
  rmSync(home, { recursive: true, force: true })
  const [product, least] = [median(ours), median(bare)]
  return {
    name: 'start to first answer against a bare Fastify with zod',
    ratio: product.ms / least.ms,
    goal: '≤ 1.5',
    detail: `${Math.round(product.ms)} against ${Math.round(least.ms)} ms, ${product.cpu.toFixed(2)} against ${least.cpu.toFixed(2)} s of the processor`,
  }
}

type Answer = { ms: number; cpu: number }
const median = (answers: Answer[]) =>
  [...answers].sort((a, b) => a.ms - b.ms)[Math.floor(answers.length / 2)] ?? { ms: 0, cpu: 0 }

async function firstAnswer(program: string, environment: NodeJS.ProcessEnv): Promise<Answer> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [program], {
    cwd: repository,
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const died = once(child, 'exit')
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null)
    if (answer?.ok) {
      const seen = { ms: performance.now() - began, cpu: cpuOf(child.pid ?? 0) }
      child.kill('SIGTERM')
      await died
      return seen
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${program} ended before it answered`)
}

/** The settings of `deploy/production.env.example`. */
const example = () =>
  Object.fromEntries(
    readFileSync(join(repository, 'deploy/production.env.example'), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
        return name ? [[name, value ?? '']] : []
      }),
  )
