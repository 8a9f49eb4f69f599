import { readdirSync, readFileSync } from 'node:fs'
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

const Alert = z.strictObject({
  alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
  expr: z.string().min(1),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({
    summary: z.string(),
    meaning: z.string(),
    action: z.string(),
    runbook: z.string(),
  }),
})
const Rules = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Alert).min(1) })).min(1),
})
export const alerts = Rules.parse(parse(text('prometheus/alerts.yaml'))).groups.flatMap(
  ({ rules }) => rules,
)

const Board = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z
    .array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }))
    .min(1),
})
export const boardFiles = Object.fromEntries(
  readdirSync(join(root, 'deploy/grafana/dashboards')).map((file) => [
    file,
    text(`grafana/dashboards/${file}`),
  ]),
)
/** Every PromQL query of alerts and dashboards, with the name of who asks it. */
export const queries: [name: string, expression: string][] = [
  ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...Object.values(boardFiles)
    .map((file) => Board.parse(JSON.parse(file)))
    .flatMap(({ title, panels }) =>
      panels.flatMap((panel) =>
        panel.targets.map(({ expr }): [string, string] => [`${title}: ${panel.title}`, expr]),
      ),
    ),
]
