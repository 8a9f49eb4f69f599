import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  compose,
  environment,
  folder,
  inFolder,
  overlays,
  owner,
  root,
  secret,
  superuser,
} from './compose.ts'
import { followed, healthy, primary } from './database-pair.ts'
import { imageReport } from './image.ts'
import { readyAfter } from './ready.ts'
import { rehearsalSettings, SITE } from './settings.ts'
import { summaryOf } from './summary.ts'
import { until } from './until.ts'

/**
 * `npm run lab -- rehearse` on a machine with Docker: builds the image, brings up the outside world, two
 * databases and three processes, sells by bill and by card, renews each process under sale, kills
 * the primary, restores a backup, and says what was lost. Everything it made is taken away again;
 * `--keep` leaves it.
 */
const BEFORE_MS = 20_000
const AFTER_MS = 30_000

const began = performance.now()
const say = (text: string) => {
  const line = `${((performance.now() - began) / 1_000).toFixed(1).padStart(7)} s  ${text}`
  console.log(line)
  appendFileSync(inFolder('rehearsal.log'), `${line}\n`)
}
const visits = (script: string, given: Record<string, string>) =>
  compose(
    'run',
    '--rm',
    '-T',
    '--no-deps',
    ...Object.entries(given).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    'visitor',
    'node',
    `lab/rehearse/${script}.ts`,
  )

async function bringUp() {
  writeFileSync(inFolder('production.env'), rehearsalSettings(secret))
  await compose('build')
  const image = await imageReport()
  image.text.forEach(say)
  if (!image.well) throw new Error('the image is not as it should be')
  await compose('up', '-d', '--no-build', 'etcd', 'database-1', 'database-2', 'outside', 'clamav')
  say(`${await followed()} is the primary, with a synchronous standby`)
  await healthy('database', 'qorgan-1', 'qorgan-2', 'qorgan-3', 'balancer')
  say('three processes and the balancer are up')
}

/** Each process replaced while the others sell. */
async function renew() {
  for (const name of ['qorgan-1', 'qorgan-2', 'qorgan-3']) {
    await compose('up', '-d', '--no-build', '--no-deps', '--force-recreate', name)
    const seconds = await readyAfter(name)
    await healthy('--no-deps', name)
    say(`${name} is renewed, and was ready ${seconds} s after its start`)
  }
}

/** Kills it under sales; the instant at which the other one had taken over. */
async function losePrimary(): Promise<number> {
  const lost = await followed()
  await compose('kill', '-s', 'KILL', lost)
  say(`${lost}, the primary, is killed`)
  const next = await until(async () => {
    const name = await primary()
    return name && name !== lost ? name : null
  }, 'a new primary')
  const at = Date.now()
  say(`${next} is the primary`)
  await pause(AFTER_MS)
  await compose('start', lost)
  say(`${await followed()} has a synchronous standby again`)
  return at
}

/** A start with nothing else to do. */
async function startQuietly() {
  await compose('restart', 'qorgan-1')
  say(`qorgan-1, started without sales, was ready after ${await readyAfter('qorgan-1')} s`)
}

/** A backup taken under sale, restored beside the original and compared. */
async function restore() {
  const key = randomBytes(32).toString('base64')
  const inProcess = (...given: string[]) =>
    compose(
      'run',
      '--rm',
      '-T',
      '--no-deps',
      '-v',
      `${folder}:/rehearsal`,
      '--user',
      '0',
      '-e',
      `BACKUP_KEY=${key}`,
      '-e',
      `DATABASE_URL=${owner}/qorgan`,
      'qorgan-1',
      'node',
      ...given,
    )
  say(await inProcess('scripts/backup.ts', '/rehearsal/backup'))
  const name = await followed()
  await compose(
    'exec',
    '-T',
    name,
    'psql',
    '-U',
    'postgres',
    '-c',
    'create database restored owner qorgan',
  )
  say(
    await inProcess(
      'scripts/restore.ts',
      '/rehearsal/backup',
      `${superuser}/restored`,
      '/tmp/files',
    ),
  )
}

const sentences = () => readFileSync(inFolder('told.jsonl'), 'utf8')

async function rehearse(): Promise<boolean> {
  await bringUp()
  const failed: { cause?: unknown } = {}
  const selling = visits('sales', {
    SITE: `https://${SITE}`,
    OUTSIDE: 'http://outside:4410',
    TOLD: '/rehearsal/told.jsonl',
    STOP: '/rehearsal/stop',
  })
  selling.catch((cause: unknown) => {
    failed.cause = cause
  })
  await until(async () => {
    if (failed.cause) throw failed.cause
    return existsSync(inFolder('told.jsonl')) && sentences().includes('"end":"issued"')
  }, 'a first sale')
  say('sales are under way')
  await pause(BEFORE_MS)
  await renew()
  const lostAt = await losePrimary()
  await restore()
  await pause(AFTER_MS)
  writeFileSync(inFolder('stop'), '')
  await selling
  say('sales are over')
  await startQuietly()
  const { text, well } = summaryOf(sentences(), lostAt)
  text.forEach(say)
  const books = await visits('books', {
    DATABASE_URL: `${owner}/qorgan`,
    JOURNAL: 'http://outside:4413',
    TOLD: '/rehearsal/told.jsonl',
  }).catch((cause: { stdout?: string }) => cause.stdout ?? '')
  say(`books: ${books.trim()}`)
  const lost = books.includes('"wrong":[]') ? 0 : 'something'
  say(`lost or doubled: ${lost}`)
  return well && lost === 0
}

let well = false
try {
  well = await rehearse()
} catch (cause) {
  const { message, stderr } = cause as { message?: string; stderr?: string }
  say(`it broke: ${message ?? ''} ${stderr ?? ''}`)
} finally {
  const logs = spawn(
    'docker',
    ['compose', '-p', 'qorgan-rehearsal', ...overlays, 'logs', '--no-color'],
    {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  logs.stdout.on('data', (part: Buffer) => appendFileSync(inFolder('containers.log'), part))
  await new Promise((resolve) => logs.on('close', resolve))
  if (!process.argv.includes('--keep')) await compose('down', '-v', '--remove-orphans')
  if (well && existsSync(folder) && !process.argv.includes('--keep'))
    rmSync(folder, { recursive: true })
  else console.log(`what happened stands in ${folder}`)
}
process.exit(well ? 0 : 1)
