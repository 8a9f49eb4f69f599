import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Service } from 'kubernetes-models/v1/Service'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '#server/settings/config.ts'
import { settingNames } from '#server/settings/environment.ts'
import { rehearsalSettings } from '../deploy/rehearse/settings.ts'
import { ownSecrets, randomSecret } from './own-secrets.ts'

/**
 * Checks deploy/: by the published schemas, that what is written there is what the program reads,
 * and that the times of leaving fit.
 */

const root = join(import.meta.dirname, '..')
const text = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
const Words = z.record(z.string(), z.string())

const example = Object.fromEntries(
  text('production.env.example')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
)

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.array(z.string()).optional(),
      environment: Words.optional(),
      env_file: z.string().optional(),
      stop_grace_period: z.string().optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
})
const composeFile: unknown = parse(text('compose.yaml'), { merge: true })
const compose = Compose.parse(composeFile)
const processes = Object.entries(compose.services).filter(
  ([name, { image }]) => image === 'qorgan' && name !== 'migrate',
)

const Container = z.object({
  name: z.string(),
  command: z.array(z.string()).optional(),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })).optional(),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string() }).optional() }).optional(),
})
const Pod = z.object({
  spec: z.object({
    terminationGracePeriodSeconds: z.number().optional(),
    containers: z.array(Container),
    initContainers: z.array(Container).optional(),
  }),
})
const Kind = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.literal('qorgan') }),
  data: Words.optional(),
  spec: z.object({ replicas: z.number().optional(), template: Pod.optional() }).loose().optional(),
})
const manifest: unknown[] = parseAllDocuments(text('kubernetes.yaml')).map((one) => one.toJS())
const cluster = manifest.map((one) => Kind.parse(one))
const inCluster = (kind: string, name: string) =>
  cluster.find((one) => one.kind === kind && one.metadata.name === name)
const settings = inCluster('ConfigMap', 'qorgan')?.data ?? {}

/** What compose puts into a value from outside, as somebody would. */
const filled = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_all, of) =>
        of === 'SITE'
          ? 'qorgan.example'
          : of.startsWith('ESBD')
            ? `1/user:${randomSecret()}`
            : randomSecret(),
      ),
    ]),
  )

test('three processes and one PostgreSQL in both', () => {
  expect(processes).toHaveLength(3)
  expect(compose.services.database?.image).toMatch(/^postgres:/)
  expect(inCluster('StatefulSet', 'qorgan')?.spec?.replicas).toBe(3)
  expect(inCluster('StatefulSet', 'database')).toBeDefined()
})

test('the owner migrates, the processes have a role of their own', () => {
  const role = /create role (\w+) login/.exec(text('database/role.sh'))?.[1]
  expect(compose.services.migrate?.environment).toMatchObject({ DATABASE_ROLE: role })
  for (const [name, { environment }] of processes)
    expect(environment?.DATABASE_URL, name).toContain(`//${role}:`)
  const pod = inCluster('StatefulSet', 'qorgan')?.spec?.template?.spec
  expect(pod?.initContainers?.[0]?.env).toContainEqual({ name: 'DATABASE_ROLE', value: role })
  const scripts = [compose.services.migrate?.command, pod?.initContainers?.[0]?.command].map(
    (command) => command?.[1] ?? '',
  )
  for (const script of scripts) expect(existsSync(join(root, script)), script).toBe(true)
})

test('every setting named there is one of the program', () => {
  const nodes = ['NODE_ENV', 'NODE_COMPILE_CACHE']
  const named = [
    ...Object.keys(example),
    ...processes.flatMap(([, { environment }]) => Object.keys(environment ?? {})),
    ...Object.keys(settings),
    ...[...text('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap((found) =>
      [...(found[1] ?? '').matchAll(/(\w+)=/g)].map((name) => name[1] ?? ''),
    ),
    ...[...text('kubernetes.yaml').matchAll(/export (\w+)=/g)].map((found) => found[1] ?? ''),
  ]
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !settingNames.includes(name) && !nodes.includes(name))).toEqual([])
})

test.each(processes)('%s starts with the example filled in', (_name, { environment, env_file }) => {
  expect(env_file).toBe('production.env')
  const config = readConfig({ ...example, ...ownSecrets(), ...filled(environment ?? {}) })
  expect(config).toMatchObject({
    production: true,
    proxies: 1,
    publicUrl: 'https://qorgan.example',
  })
})

test('a process of the rehearsal starts with nothing but what the rehearsal makes', () => {
  const made = parseEnv(rehearsalSettings(randomSecret))
  const [, { environment = {} } = {}] = processes[0] ?? []
  const around = { ...filled(environment), PLAIN_HOSTS: 'database,clamav,outside' }
  expect(readConfig({ ...made, ...around }).production).toBe(true)
})

test('a process of the cluster starts with the example, its database and its users', () => {
  const config = readConfig({
    ...example,
    ...settings,
    ...ownSecrets(),
    DATABASE_URL: `postgres://qorgan:${randomSecret()}@database/qorgan`,
  })
  expect(config).toMatchObject({ production: true, proxies: 1, host: '0.0.0.0' })
})

test('nobody is killed before the last answer is out, and nobody is asked who is leaving', () => {
  const longest = (drainMs: number, lastAnswersMs: number) => (drainMs + lastAnswersMs) / 1_000
  for (const [name, { environment, stop_grace_period }] of processes) {
    const { drainMs, lastAnswersMs } = readConfig({
      ...example,
      ...ownSecrets(),
      ...filled(environment ?? {}),
    })
    expect(Number.parseInt(stop_grace_period ?? '0', 10), name).toBeGreaterThan(
      longest(drainMs, lastAnswersMs) + 5,
    )
  }
  const users = { DATABASE_URL: 'postgres://database/qorgan' }
  const { drainMs, lastAnswersMs } = readConfig({
    ...example,
    ...ownSecrets(),
    ...settings,
    ...users,
  })
  const pod = inCluster('StatefulSet', 'qorgan')?.spec?.template?.spec
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(longest(drainMs, lastAnswersMs) + 5)
  expect(pod?.containers[0]?.readinessProbe?.httpGet?.path).toBe('/health/open')
  expect(text('Caddyfile')).toMatch(/health_uri \/health\/open/)
})

test('the processes fit into PostgreSQL’s hundred connections', () => {
  // Beside the pool: four of the queue, one that listens to changed orders, one that holds the
  // locks.
  const { databasePool } = readConfig({
    ...example,
    ...ownSecrets(),
    ...settings,
    DATABASE_URL: 'postgres://database/qorgan',
  })
  expect(3 * (databasePool + 6)).toBeLessThan(100)
})

test('every program named there is in the repository', () => {
  const programs = [
    ...`${text('Dockerfile')}${text('kubernetes.yaml')}`.matchAll(/node ([\w/]+\.(?:ts|mjs))/g),
  ].map((found) => found[1] ?? '')
  expect(new Set(programs)).toEqual(
    new Set(['web/build.ts', 'program/bundle.ts', 'start.mjs', 'scripts/backup.ts']),
  )
  for (const program of programs) expect(existsSync(join(root, program)), program).toBe(true)
})

/** The Compose Specification's own schema, which the linter of compose files brings along. */
const composeSchema = () => {
  const linter = dirname(createRequire(import.meta.url).resolve('dclint/package.json'))
  const schema: unknown = JSON.parse(
    readFileSync(join(linter, 'schemas', 'compose.schema.json'), 'utf8'),
  )
  // It names its own language (draft 7) by an address nobody else does.
  const { $schema: _draft7, ...rest } = z.looseObject({ $schema: z.string() }).parse(schema)
  return new Ajv({ strict: false, validateFormats: false }).compile(rest)
}

/** Tags of `docker compose` that say how a file over another counts. */
const overlays = ['compose.failover.yaml', 'rehearse/compose.yaml'].map((file) => [
  file,
  parse(text(file).replaceAll(/!(reset|override) /g, ''), { merge: true }) as unknown,
])

test.each([['compose.yaml', composeFile], ...overlays])(
  '%s is one by the schema of the Compose Specification',
  (_file, parsed) => {
    const check = composeSchema()
    expect(check(parsed) || check.errors).toBe(true)
  },
)

test('a misspelt field of a compose file is found', () => {
  const check = composeSchema()
  expect(check({ services: { a: { image: 'a', depend_on: [] } } })).toBe(false)
})

/** Models with the schemas of Kubernetes' own OpenAPI document. */
const kinds: Record<string, new (data: never) => { validate(): void }> = {
  ConfigMap,
  CronJob,
  Deployment,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
  StatefulSet,
}

test('every document of the manifest is one by the schema of its kind', () => {
  const problems = cluster.flatMap(({ kind, metadata }, at) => {
    const Model = kinds[kind]
    if (!Model) return [`${kind}: not among the checked kinds`]
    try {
      new Model(manifest[at] as never).validate()
      return []
    } catch (cause) {
      return [`${kind} ${metadata.name}: ${cause}`]
    }
  })
  expect(problems).toEqual([])
})

test('no field of the manifest is unknown to its kind', () => {
  // The schemas take any field beside those they know; the types made from them do not.
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const typed = (one: unknown, at: number) => {
    const { apiVersion, kind } = Kind.parse(one)
    const model = JSON.stringify(join(root, 'node_modules', 'kubernetes-models', apiVersion, kind))
    return `import type { I${kind} as K${at} } from ${model}\nexport const d${at}: K${at} = ${JSON.stringify(one)}\n`
  }
  const wrong = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a', namespace: 'qorgan' },
    spec: { selectors: {} },
  }
  writeFileSync(join(folder, 'manifest.ts'), manifest.map(typed).join(''))
  writeFileSync(join(folder, 'wrong.ts'), typed(wrong, 0))
  const compiler = join(
    root,
    'node_modules',
    '.bin',
    process.platform === 'win32' ? 'tsc.cmd' : 'tsc',
  )
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    '',
    '--ignoreConfig',
    '--pretty',
    'false',
  ]
  const { stdout } = spawnSync(compiler, [...options, 'manifest.ts', 'wrong.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^wrong\.ts.*'"selectors"' does not exist in type/),
  ])
})
