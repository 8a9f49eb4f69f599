import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'

/** The files of deploy/ as the tests read them. */
export const root = join(import.meta.dirname, '..')
export const text = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
export const Words = z.record(z.string(), z.string())

export const composeFile: unknown = parse(text('compose.yaml'), { merge: true })

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
export const Kind = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.literal('qorgan') }),
  data: Words.optional(),
  spec: z.object({ replicas: z.number().optional(), template: Pod.optional() }).loose().optional(),
})
export const manifest: unknown[] = parseAllDocuments(text('kubernetes.yaml')).map((one) =>
  one.toJS(),
)
export const cluster = manifest.map((one) => Kind.parse(one))
