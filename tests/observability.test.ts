import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { knownOperations, usesOf } from '#server/telemetry/selling.ts'
import { alerts, composeFile, queries, root, text } from './deploy-files.ts'
import { sharedTestApp } from './test-app.ts'

/** Alerts and what collects; the grammar and labels of their queries are checked in lab/. */

const at = sharedTestApp({ WORKER: 'off' })

test('every metric that alerts, dashboards and played nights name is one of /metrics, and none of ours is unused', async () => {
  const metrics = await (await fetch(`${at().url}/metrics`)).text()
  const reported = [...metrics.matchAll(/^# TYPE (qorgan_\w+) (\w+)$/gm)].flatMap(
    ([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  )
  const namesIn = (source: string) => source.match(/\bqorgan_\w+/g) ?? []
  const asked = queries.flatMap(([, expression]) => namesIn(expression))
  const played = namesIn(text('prometheus/alerts-test.yaml'))
  expect(new Set(played).size).toBeGreaterThan(10)
  expect([...asked, ...played].filter((name) => !reported.includes(name))).toEqual([])
  const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
  const families = new Set(asked.map(family))
  expect(reported.filter((name) => !families.has(family(name)))).toEqual([])
})

describe('alerts', () => {
  test('have names of their own, and a section of the runbook each', () => {
    const names = alerts.map(({ alert }) => alert)
    expect(new Set(names).size).toBe(names.length)
    const sections = [
      ...readFileSync(join(root, 'docs/operations.md'), 'utf8').matchAll(/^#### (\w+)$/gm),
    ].map(([, name]) => name)
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

  test('an operation that a sale goes on without wakes nobody by itself', () => {
    const expr = alerts.find(({ alert }) => alert === 'OutsideSystemDown')?.expr ?? ''
    const [, watched = ''] = /system=~"([^"]+)"/.exec(expr) ?? []
    const [, left = ''] = /operation!~"([^"]+)"/.exec(expr) ?? []
    const isLeft = ({ operation }: { operation: string }) =>
      new RegExp(`^(?:${left})$`).test(operation)
    const ofThese = knownOperations.filter(({ system }) => watched.split('|').includes(system))
    expect(ofThese.filter(isLeft)).toEqual(
      ofThese.filter(({ system, operation }) =>
        usesOf(system, operation).every(({ need }) => need === 'may'),
      ),
    )
  })

  test('ten minutes are the time a paid purchase may wait', () => {
    expect(alerts.find(({ alert }) => alert === 'PaidNotIssued')?.expr).toBe(
      'max by (product) (qorgan_paid_not_issued_seconds) > 600',
    )
  })
})

describe('what collects', () => {
  const Service = z.object({
    image: z.string(),
    profiles: z.array(z.string()).optional(),
    volumes: z.array(z.string()).optional(),
  })
  const services = z.object({ services: z.record(z.string(), Service) }).parse(composeFile).services
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
      .parse(parse(text('prometheus/prometheus.yaml')))
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
      .parse(parse(text('prometheus/alertmanager.yaml')))
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
