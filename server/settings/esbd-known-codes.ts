import type { EsbdConfig } from '#systems/esbd/client.ts'
import type { Environment } from './environment.ts'

/**
 * What the operator told about the unified database, where it is not as `systems/esbd/guesses.ts`
 * supposes.
 */
export function esbdKnownCodes(
  env: Environment,
): Pick<EsbdConfig, 'ids' | 'tables' | 'notFound' | 'vehiclesBy'> {
  const ids = Object.fromEntries(
    (env.ESBD_IDS ?? []).map((one) => one.split(':')).map(([name, id]) => [name, Number(id)]),
  )
  const tables = (env.ESBD_TABLES ?? []).map((one) => {
    const [table = '', id, code = ''] = one.split(':')
    return { table, id: Number(id), code }
  })
  return {
    ids,
    tables,
    ...(env.ESBD_NOT_FOUND ? { notFound: new RegExp(env.ESBD_NOT_FOUND, 'i') } : {}),
    ...(env.ESBD_VEHICLES_BY ? { vehiclesBy: env.ESBD_VEHICLES_BY } : {}),
  }
}
