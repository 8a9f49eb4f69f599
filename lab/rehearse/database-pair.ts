import { compose } from './compose.ts'
import { until } from './until.ts'

/** Waits for what the rehearsal brought up: healthy processes, one primary, its replica. */

/** On a machine that is busy building, a process may be late for its first health check. */
export const healthy = (...given: string[]) =>
  until(
    () =>
      compose('up', '-d', '--no-build', '--wait', '--wait-timeout', '600', ...given).then(
        () => true,
        () => false,
      ),
    given.join(' '),
  )

/** The one of the two that takes writes, asked by its own server. */
export async function primary(): Promise<string | null> {
  for (const name of ['database-1', 'database-2']) {
    const standby = await compose(
      'exec',
      '-T',
      name,
      'psql',
      '-U',
      'postgres',
      '-Atc',
      'select pg_is_in_recovery()',
    ).catch(() => 'away')
    if (standby === 'f') return name
  }
  return null
}

/** A synchronous standby follows the primary: only then is nothing lost with it. */
export const followed = () =>
  until(async () => {
    const name = await primary()
    if (!name) return null
    const states = await compose(
      'exec',
      '-T',
      name,
      'psql',
      '-U',
      'postgres',
      '-Atc',
      'select sync_state from pg_stat_replication',
    ).catch(() => '')
    return /sync|quorum/.test(states.replaceAll('async', '')) ? name : null
  }, 'a synchronous standby')
