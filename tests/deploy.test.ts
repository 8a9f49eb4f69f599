import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/settings/config.ts'
import { settingNames } from '#server/settings/environment.ts'
import { cluster, composeFile, root, text, Words } from './deploy-files.ts'
import { ownSecrets, randomSecret } from './own-secrets.ts'

/** Checks deploy/: what is written there is what the program reads, and the times of leaving fit. */

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

const compose = Compose.parse(composeFile)
const processes = Object.entries(compose.services).filter(
  ([name, { image }]) => image === 'qorgan' && name !== 'migrate',
)

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
    ...`${text('Dockerfile')}${text('kubernetes.yaml')}`.matchAll(
      /node (?:--\S+ )*([\w/]+\.(?:ts|mjs))/g,
    ),
  ].map((found) => found[1] ?? '')
  expect(new Set(programs)).toEqual(
    new Set(['web/build.ts', 'program/bundle.ts', 'start.mjs', 'scripts/backup.ts']),
  )
  for (const program of programs) expect(existsSync(join(root, program)), program).toBe(true)
})

test('what Node compiled for the image is readable to the processes that run it', () => {
  // Node writes it for its owner alone, and its owner becomes root.
  const after = text('Dockerfile').split('--prepare')[1] ?? ''
  expect(after).toMatch(/chown -R root:root compiled && chmod -R a\+rX compiled/)
})

test('the filled-in settings stay out of the repository and of the image', () => {
  const ignored = text('../.gitignore').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'deploy/production.env']))
  expect(text('Dockerfile.dockerignore')).toContain('\ndeploy/*\n')
})
