import type { Deps } from '../deps.ts'

/**
 * At the start: insurers in force that no login belongs to are named, for nothing of theirs can be
 * sold.
 */
export async function reportLogins({ reference, clock, config, log }: Deps): Promise<void> {
  const known = new Set(config.systems.esbd.insurers.map(({ systemId }) => systemId))
  for (const { code, esbdSystemId } of await reference.insurers(clock.today()))
    if (!known.has(esbdSystemId))
      log.error(
        { insurer: code, systemId: esbdSystemId },
        'ESBD_USERS has no login of an insurer: it is not sold',
      )
}
