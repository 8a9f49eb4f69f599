import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createMetrics } from '../../server/telemetry/metrics.ts'
import { boardFiles, queries } from '../../tests/deploy-files.ts'
import { sharedTestApp } from '../../tests/test-app.ts'
import { dashboards } from '../dashboards.ts'

/** Queries of alerts and dashboards, by Prometheus' own grammar and the labels of our metrics. */

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
  test.each(queries)('%s asks only for figures that /metrics tells', (_who, expression) => {
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

test('the dashboards in deploy/ are those that lab/dashboards.ts makes', () => {
  expect(boardFiles).toEqual(dashboards())
})
