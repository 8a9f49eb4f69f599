import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asFile, podsOf } from '../rehearse/pods-of.ts'

/** What `npm run lab -- rehearse:pods` makes of the manifest: the same containers, as Podman reads them. */

const manifest = readFileSync(join(import.meta.dirname, '../../deploy/kubernetes.yaml'), 'utf8')
const { kept, configs, pods } = podsOf(manifest, {
  role: 'the script of the role',
  secrets: { 'qorgan-owner': { DATABASE_URL: 'postgres://owner' } },
})

test('each workload of the manifest is a pod, named as others call it', () => {
  expect(Object.keys(pods).sort()).toEqual(['backup', 'clamav', 'database', 'qorgan-0'])
  expect(kept).toHaveLength(4)
  expect(configs).toHaveLength(2)
})

test('a process keeps its limits, its rights and the migration before it', () => {
  expect(pods['qorgan-0']).toMatchObject({
    kind: 'Pod',
    metadata: { name: 'qorgan-0' },
    spec: {
      securityContext: { runAsNonRoot: true, runAsUser: 1000 },
      initContainers: [{ command: ['node', 'scripts/migrate.ts'] }],
      containers: [
        {
          resources: { limits: { memory: '2Gi' } },
          securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  })
})

test('what a kubelet would ask over HTTP is asked by the Node inside', () => {
  const text = asFile([pods['qorgan-0']])
  expect(text).not.toContain('httpGet')
  expect(text).toContain('/health/open')
  expect(text).toContain('/health/live')
})

test('rights of files are the same to readers of YAML 1.1 and 1.2', () => {
  const modes = [...manifest.matchAll(/^ *defaultMode: (\S+)$/gm)].map((found) => found[1] ?? '')
  expect(modes).not.toEqual([])
  for (const mode of modes) expect(mode).toMatch(/^[1-9]\d*$/)
})
