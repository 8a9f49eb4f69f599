import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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
import { parse } from 'yaml'
import { z } from 'zod'
import { cluster, composeFile, Kind, manifest, root, text } from '../../tests/deploy-files.ts'

/** Checks deploy/ by the published schemas of Compose and of Kubernetes. */

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
const overlays = ['compose.failover.yaml', '../lab/rehearse/compose.yaml'].map((file) => [
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
    const model = JSON.stringify(
      join(root, 'lab', 'node_modules', 'kubernetes-models', apiVersion, kind),
    )
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
