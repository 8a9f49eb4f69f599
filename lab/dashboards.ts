import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { money } from './dashboards/money.ts'
import { outside } from './dashboards/outside.ts'
import type { Dashboard } from './dashboards/panel.ts'
import { processes } from './dashboards/process.ts'
import { sales } from './dashboards/sales.ts'

/**
 * The dashboards as code: `node lab/dashboards.ts` writes deploy/grafana/dashboards/, which
 * Grafana reads at start.
 */

const WIDTH = 12
const HEIGHT = 8

const board: Dashboard[] = [sales, money, outside, processes]

/** The files of the dashboards, by name. */
export const dashboards = (): Record<string, string> =>
  Object.fromEntries(board.map((one) => [`${one.uid}.json`, panelALine(grafana(one))]))

/** A dashboard as text with a panel a line, so that a change shows the panels it touches. */
function panelALine({ panels, ...rest }: ReturnType<typeof grafana>): string {
  const head = JSON.stringify(rest).slice(0, -1)
  return `${head},"panels":[\n${panels.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`
}

const PROMETHEUS = { type: 'prometheus', uid: 'prometheus' }

const grafana = ({ uid, title, panels }: Dashboard) => ({
  uid,
  title,
  tags: ['qorgan'],
  timezone: 'Asia/Almaty',
  schemaVersion: 39,
  editable: false,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  panels: panels.map((panel, index) => ({
    id: index + 1,
    type: panel.stat ? 'stat' : 'timeseries',
    title: panel.title,
    ...(panel.about ? { description: panel.about } : {}),
    datasource: PROMETHEUS,
    gridPos: { x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: {
      defaults: {
        unit: panel.unit,
        min: 0,
        ...(panel.alarmAbove
          ? {
              thresholds: {
                mode: 'absolute',
                steps: [
                  { color: 'green', value: null },
                  { color: 'red', value: panel.alarmAbove },
                ],
              },
              custom: { thresholdsStyle: { mode: 'line' } },
            }
          : {}),
      },
      overrides: [],
    },
    options: panel.stat
      ? { reduceOptions: { calcs: ['lastNotNull'] } }
      : { legend: { displayMode: 'list', placement: 'bottom' } },
    targets: panel.asks.map(([expr, legendFormat], at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: PROMETHEUS,
      expr,
      legendFormat,
    })),
  })),
})

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../deploy/grafana/dashboards')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(dashboards())) writeFileSync(join(folder, name), text)
}
