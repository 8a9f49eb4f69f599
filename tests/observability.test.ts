import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createMetrics } from '#server/telemetry/metrics.ts'
import { dashboards } from '../scripts/dashboards.ts'
import { sharedTestApp } from './test-app.ts'

/**
 * Checks what watches the product: alerts and dashboards ask only for figures that exist, and each
 * alert says what to do.
 */

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

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
const alerts = Rules.parse(parse(read('deploy/prometheus/alerts.yaml'))).groups.flatMap(
  ({ rules }) => rules,
)

const Board = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z
    .array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }))
    .min(1),
})
const folder = 'deploy/grafana/dashboards'
const boards = readdirSync(join(root, folder)).map((file) =>
  Board.parse(JSON.parse(read(`${folder}/${file}`))),
)

const questions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...boards.flatMap((board) =>
    board.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [`${board.title}: ${title}`, expr] as const),
    ),
  ),
]

type Selected = { name: string; labels: string[] }
/**
 * The figures a question asks for, with the labels it picks or groups by; throws where it is no
 * PromQL.
 */
function selected(expression: string): Selected[] {
  const found: Selected[] = []
  const grouped: string[] = []
  parser.parse(expression).iterate({
    enter: ({ type, from, to, node }) => {
      const text = expression.slice(from, to)
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expression}`)
      if (type.name === 'VectorSelector')
        found.push({
          name: node.getChild('Identifier') ? text.slice(0, /[^\w:]|$/.exec(text)?.index) : '',
          labels: [],
        })
      if (type.name === 'LabelName' && node.parent?.type.name === 'GroupingLabels')
        grouped.push(text)
      else if (type.name === 'LabelName') found.at(-1)?.labels.push(text)
    },
  })
  return found.map(({ name, labels }) => ({ name, labels: [...labels, ...grouped] }))
}

/** What Prometheus itself adds: whether a target answers, and which one it is. */
const ITS_OWN = new Set(['up'])
const TARGET_LABELS = new Set(['job', 'instance', 'le'])

const at = sharedTestApp({ WORKER: 'off' })
let told = new Set<string>()
beforeAll(async () => {
  const text = await (await fetch(`${at().url}/metrics`)).text()
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({
    name,
    type,
  }))
  told = new Set(
    families.flatMap(({ name, type }) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  )
})
const labelsOf = (() => {
  const { registry } = createMetrics()
  const NamedLabels = z.object({ labelNames: z.array(z.string()) })
  return (name: string): string[] => {
    const known =
      registry.getSingleMetric(name) ??
      registry.getSingleMetric(name.replace(/_(bucket|sum|count)$/, ''))
    return known ? NamedLabels.parse(known).labelNames : []
  }
})()

describe('the figures that are asked for', () => {
  test.each(questions)('%s asks only for figures that /metrics tells', (_who, expression) => {
    const asked = selected(expression)
    expect(asked.length).toBeGreaterThan(0)
    for (const { name, labels } of asked) {
      expect(told.has(name) || ITS_OWN.has(name), name).toBe(true)
      const unknown = labels.filter(
        (label) => !TARGET_LABELS.has(label) && !labelsOf(name).includes(label),
      )
      // A label may belong to another part of the question that is grouped together with this one.
      expect(
        unknown.filter((label) => !asked.some((other) => labelsOf(other.name).includes(label))),
        name,
      ).toEqual([])
    }
  })

  test('the played nights are of figures that /metrics tells', () => {
    const played = [
      ...read('deploy/prometheus/alerts-test.yaml').matchAll(/series: '(\w+)\{/g),
    ].map(([, name = '']) => name)
    expect(played.length).toBeGreaterThan(20)
    expect(played.filter((name) => !told.has(name) && !ITS_OWN.has(name))).toEqual([])
  })

  test('no figure of ours is collected for nobody', () => {
    const asked = new Set(
      questions.flatMap(([, expression]) =>
        selected(expression).map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')),
      ),
    )
    const ours = [...told]
      .filter((name) => name.startsWith('qorgan_'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    expect([...new Set(ours)].filter((name) => !asked.has(name))).toEqual([])
  })

  test('what is no PromQL, a figure that is not there and a wrong label are found', () => {
    expect(() => selected('sum(rate(x[5m])')).toThrow('not PromQL')
    expect(selected('sum by (queue) (rate(qorgan_jobs_total{outcome="done"}[5m])) > 0')).toEqual([
      { name: 'qorgan_jobs_total', labels: ['outcome', 'queue'] },
    ])
    expect(told.has('qorgan_gone')).toBe(false)
    expect(labelsOf('qorgan_answer_seconds_count')).toEqual(['call', 'status'])
  })

  test('none has a label that the collector keeps for itself', () => {
    const ours = [...told].filter((name) => name.startsWith('qorgan_'))
    expect(
      ours.filter((name) =>
        labelsOf(name).some((label) => label === 'job' || label === 'instance'),
      ),
    ).toEqual([])
  })
})

describe('alerts', () => {
  test('have names of their own, and a section of the runbook each', () => {
    const names = alerts.map(({ alert }) => alert)
    expect(new Set(names).size).toBe(names.length)
    const sections = [...read('docs/operations.md').matchAll(/^#### (\w+)$/gm)].map(
      ([, name]) => name,
    )
    expect(sections.toSorted()).toEqual(names.toSorted())
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`)
  })

  test.each([
    'PaidNotIssued',
    'RefundsFailing',
    'ListsTooOld',
    'QueueAge',
    'ServerErrors',
    'OutsideSystemDown',
    'PoolExhausted',
    'StandbyLost',
    'InstanceDown',
  ])('%s wakes a person', (name) => {
    expect(alerts.find(({ alert }) => alert === name)?.labels.severity).toBe('page')
  })

  test('ten minutes are the time a paid purchase may wait', () => {
    expect(alerts.find(({ alert }) => alert === 'PaidNotIssued')?.expr).toBe(
      'max by (product) (qorgan_paid_not_issued_seconds) > 600',
    )
  })
})

test('the dashboards in the repository are those that scripts/dashboards.ts makes', () => {
  expect(
    Object.fromEntries(
      readdirSync(join(root, folder)).map((file) => [file, read(`${folder}/${file}`)]),
    ),
  ).toEqual(dashboards())
})

describe('what collects', () => {
  const Service = z.object({
    image: z.string(),
    profiles: z.array(z.string()).optional(),
    volumes: z.array(z.string()).optional(),
  })
  const services = z
    .object({ services: z.record(z.string(), Service) })
    .parse(parse(read('deploy/compose.yaml'), { merge: true })).services
  const watching = Object.entries(services).filter(([, { profiles }]) =>
    profiles?.includes('observability'),
  )

  test('is asked for by its profile, and every file it is given is there', () => {
    expect(watching.map(([name]) => name).toSorted()).toEqual([
      'alertmanager',
      'grafana',
      'prometheus',
      'tempo',
    ])
    const files = watching.flatMap(([, { volumes }]) =>
      (volumes ?? [])
        .filter((volume) => volume.startsWith('./'))
        .map((volume) => volume.split(':')[0] ?? ''),
    )
    expect(files.length).toBeGreaterThanOrEqual(6)
    expect(files.filter((file) => !existsSync(join(root, 'deploy', file)))).toEqual([])
  })

  test('asks every process, with the token that opens /metrics', () => {
    const Scrape = z.object({
      job_name: z.string(),
      metrics_path: z.string(),
      authorization: z.object({ credentials_file: z.string() }),
      static_configs: z.array(z.object({ targets: z.array(z.string()) })),
    })
    const { scrape_configs, rule_files } = z
      .object({ scrape_configs: z.array(Scrape), rule_files: z.array(z.string()) })
      .parse(parse(read('deploy/prometheus/prometheus.yaml')))
    const processes = Object.entries(services).flatMap(([name, { image }]) =>
      image === 'qorgan' && name !== 'migrate' ? [`${name}:3000`] : [],
    )
    expect(scrape_configs).toMatchObject([
      {
        job_name: 'qorgan',
        metrics_path: '/metrics',
        authorization: { credentials_file: '/run/secrets/metrics-token' },
        static_configs: [{ targets: processes }],
      },
    ])
    expect(rule_files).toEqual(['/etc/prometheus/alerts.yaml'])
  })

  test('sends alerts to a person at once where it must, and knows the alerts it names', () => {
    const Route = z.object({
      routes: z.array(
        z.object({
          matchers: z.array(z.string()),
          receiver: z.string(),
          repeat_interval: z.string(),
        }),
      ),
    })
    const { route, receivers, inhibit_rules } = z
      .object({
        route: Route,
        receivers: z.array(z.object({ name: z.string() })),
        inhibit_rules: z.array(
          z.object({ source_matchers: z.array(z.string()), target_matchers: z.array(z.string()) }),
        ),
      })
      .parse(parse(read('deploy/prometheus/alertmanager.yaml')))
    expect(route.routes).toEqual([
      { matchers: ['severity="page"'], receiver: 'pager', repeat_interval: '30m' },
    ])
    expect(receivers.map(({ name }) => name)).toEqual(['pager', 'tickets'])
    const named = inhibit_rules
      .flatMap((rule) => [...rule.source_matchers, ...rule.target_matchers])
      .flatMap((text) => /"(.+)"/.exec(text)?.[1]?.split('|') ?? [])
    expect(named.filter((name) => !alerts.some(({ alert }) => alert === name))).toEqual([])
  })
})
