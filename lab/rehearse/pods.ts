import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv, promisify } from 'node:util'
import { asFile, podsOf } from './pods-of.ts'
import { ASK } from './ready.ts'
import { rehearsalSettings, SITE } from './settings.ts'
import { summaryOf } from './summary.ts'
import { until } from './until.ts'

/**
 * `npm run lab -- rehearse:pods` on a machine with Podman whose store has the images: the containers of
 * kubernetes.yaml as its pods say (migration first, probes, limits, read-only root, volumes,
 * secrets), sales through a process that leaves and comes back under them, and the nightly backup.
 * Services, rolling updates and network policies are a cluster's own and are not tried.
 */
const SALES_MS = 15_000
const NETWORK = 'qorgan-rehearsal-pods'
const PROCESS = 'qorgan-0-qorgan'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'qorgan-pods-'))
const run = promisify(execFile)
const podman = async (...given: string[]) =>
  (await run('podman', given, { maxBuffer: 64 * 1024 * 1024 })).stdout.trim()
const say = (text: string) => console.log(text)
const secret = () => randomBytes(24).toString('base64url')
const text = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')

const [owner, process_] = [secret(), secret()]
const settings = {
  ...parseEnv(rehearsalSettings(secret)),
  DATABASE_URL: `postgres://qorgan_process:${process_}@database/qorgan`,
  PLAIN_HOSTS: 'database,clamav,outside',
  // One database, which the rehearsal throws away.
  DATABASE_DURABILITY: 'asynchronous',
  PUBLIC_URL: `https://${SITE}`,
}
const { kept, configs, pods } = podsOf(
  `${text('kubernetes.yaml')}---\n${readFileSync(join(import.meta.dirname, 'database.yaml'), 'utf8')}`,
  {
    role: text('database/role.sh'),
    secrets: {
      qorgan: settings,
      'qorgan-esbd': { 'qorgan-0': `1/1-a:${secret()}` },
      'qorgan-database': { POSTGRES_PASSWORD: owner, PROCESS_PASSWORD: process_ },
      'qorgan-owner': { DATABASE_URL: `postgres://qorgan:${owner}@database/qorgan` },
      'qorgan-backup': { BACKUP_KEY: randomBytes(32).toString('base64') },
    },
  },
)
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const play = (name: string, documents: unknown[]) =>
  podman('kube', 'play', '--network', NETWORK, file(`${name}.yaml`, asFile(documents)))
const environment = file(
  'outside.env',
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(''),
)
/** The image beside the pods, with the folders of whoever rehearses. */
const visits = (script: string, how: string[], given: Record<string, string> = {}) =>
  podman(
    'run',
    '--network',
    NETWORK,
    '--user',
    '0',
    '--env-file',
    environment,
    ...how,
    ...Object.entries(given).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    ...['tests', 'lab'].flatMap((of) => ['-v', `${join(root, of)}:/app/${of}:ro`]),
    '-v',
    `${folder}:/rehearsal`,
    'qorgan:latest',
    'node',
    `lab/rehearse/${script}.ts`,
  )
const inspected = (what: string, of = PROCESS) => podman('inspect', '--format', what, of)
const succeeds = (...given: string[]) =>
  podman(...given).then(
    () => true,
    () => false,
  )

async function processUp() {
  await play('qorgan-0', [...configs, pods['qorgan-0']])
  const ready = Number(await podman('exec', PROCESS, 'node', '-e', ASK))
  const began = Date.parse((await inspected('{{.State.StartedAt}}')).replace(/ (\+\d+) .*$/, '$1'))
  await until(() => succeeds('healthcheck', 'run', PROCESS), 'the probe of the start')
  return ((ready - began) / 1_000).toFixed(1)
}

async function rehearse() {
  await podman('network', 'create', NETWORK)
  await play('kept', kept)
  for (const name of ['database', 'clamav']) await play(name, [...configs, pods[name]])
  const isReady = ['exec', 'database-postgres', 'pg_isready', '-h', 'localhost', '-U', 'qorgan']
  await until(() => succeeds(...isReady), 'the database')
  await visits('outside', ['-d', '--name', 'outside'])
  say(`migrated; the process was ready ${await processUp()} s after its start`)
  for (const [path, may] of Object.entries({ '/app/a': false, '/tmp/a': true, '/files/a': true }))
    if ((await succeeds('exec', PROCESS, 'touch', path)) !== may) throw new Error(`writes ${path}`)
  say(`user ${await podman('exec', PROCESS, 'id', '-u')}; only /tmp and /files are written to`)

  const selling = visits('sales', ['--rm'], {
    SITE: 'http://qorgan-0:3000',
    OUTSIDE: 'http://outside:4410',
    TOLD: '/rehearsal/told.jsonl',
    STOP: '/rehearsal/stop',
  })
  await pause(SALES_MS)
  const leaving = performance.now()
  await podman('stop', '-t', '45', PROCESS)
  const left = ((performance.now() - leaving) / 1_000).toFixed(1)
  say(`left in ${left} s under sales, with code ${await inspected('{{.State.ExitCode}}')}`)
  await podman('kube', 'down', join(folder, 'qorgan-0.yaml'))
  say(`came back, ready ${await processUp()} s after its start`)
  await pause(SALES_MS)
  file('stop', '')
  await selling
  const { text: met, well } = summaryOf(readFileSync(join(folder, 'told.jsonl'), 'utf8'))
  met.forEach(say)
  const books = await visits('books', ['--rm'], {
    DATABASE_URL: `postgres://qorgan:${owner}@database/qorgan`,
    JOURNAL: 'http://outside:4413',
    TOLD: '/rehearsal/told.jsonl',
  }).catch((cause: { stdout?: string }) => cause.stdout ?? '')
  say(`books: ${books.trim()}`)
  await play('backup', [...configs, pods.backup])
  const ended = await podman('wait', 'backup-backup')
  say(`the nightly backup ended with ${ended}: ${await podman('logs', 'backup-backup')}`)
  return well && ended === '0' && books.includes('"wrong":[]')
}

/** Everything made here goes again, whatever of it there was. */
async function takeAway() {
  await succeeds('rm', '-f', '-t', '0', 'outside')
  for (const name of ['backup', 'qorgan-0', 'clamav', 'database'])
    await succeeds('pod', 'rm', '-f', '-t', '0', name)
  await succeeds('kube', 'down', '--force', join(folder, 'kept.yaml'))
  await succeeds('network', 'rm', '-f', NETWORK)
  rmSync(folder, { recursive: true, force: true })
}

let well = false
try {
  well = await rehearse()
} catch (cause) {
  const { message, stderr } = cause as { message?: string; stderr?: string }
  say(`it broke: ${message ?? ''} ${stderr ?? ''}`)
  say(await podman('logs', '--tail', '20', PROCESS).catch(() => ''))
} finally {
  if (!process.argv.includes('--keep')) await takeAway()
}
say(well ? 'the pods of the manifest run' : 'the pods of the manifest do not run')
process.exit(well ? 0 : 1)
