import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Country } from './country.ts'

/** What a lived day says: how much went well, and what the machine was busy with. */

export type Lived = Awaited<ReturnType<Country['live']>>

/** What was answered well, of what came. */
export const goodOf = ({ kinds }: Lived, kind: keyof Lived['kinds']['of']) =>
  kinds.of[kind]?.perSecond.good ?? 0
export const cameOf = ({ kinds }: Lived, kind: keyof Lived['kinds']['of']) =>
  Object.values(kinds.of[kind]?.perSecond ?? {}).reduce((sum, rate) => sum + rate, 0)

export function whyOf(lived: Lived): string {
  const kinds = (['page', 'calculation', 'poll', 'order'] as const).filter(
    (kind) => goodOf(lived, kind) < cameOf(lived, kind) * 0.97,
  )
  const late =
    (lived.kinds.of.calculation?.p95 ?? 0) >= 5_000 ? ['calculations took more than 5 s'] : []
  return [
    ...kinds.map(
      (kind) =>
        `${kind}s ${goodOf(lived, kind).toFixed(1)} good of ${cameOf(lived, kind).toFixed(1)} a second`,
    ),
    ...late,
  ].join(', ')
}

/** Of a core each. */
export function shares({ before, after }: Lived) {
  const seconds = (after.at - before.at) / 1_000
  const of = (from: number, to: number) => (to - from) / seconds
  return {
    seconds,
    servers: before.servers.map((from, at) => of(from, after.servers[at] ?? from)),
    database: of(before.database, after.database),
    outside: of(before.outside, after.outside),
    clients: of(before.clients, after.clients),
  }
}

const percent = (share: number) => `${Math.round(share * 100)} %`

/** At most eleven of them, evenly. */
export const spread = (all: readonly number[]) =>
  all.length > 11
    ? Array.from({ length: 11 }, (_, n) => all[Math.round((n * (all.length - 1)) / 10)] ?? 0)
    : all

export function busiest(lived: Lived): string {
  const { servers, database, outside, clients } = shares(lived)
  const all = servers.reduce((sum, share) => sum + share, 0) + database + outside + clients
  return `of ${cpus().length} cores our processes took ${servers.map(percent).join(' + ')}, PostgreSQL ${percent(database)}, the outside ${percent(outside)}, the clients ${percent(clients)}: ${percent(all / cpus().length)} of the machine, whose load was ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`
}
