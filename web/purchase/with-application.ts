import { apiErrorOf } from '../http/http.ts'
import type { Application } from './model/wire.ts'

/**
 * A calculation under its id. One that the server knows with another position or from another day
 * is asked for once more under a new id, which `renewed` is told first.
 */
export async function withApplication<Reply>(
  application: Application,
  ask: (application: Application) => Promise<Reply>,
  renewed: (application: Application) => void,
): Promise<Reply> {
  try {
    return await ask(application)
  } catch (error) {
    const apiError = apiErrorOf(error)
    const taken =
      apiError.kind === 'invalid' &&
      apiError.errors.some(({ path }) => path === 'operation.applicationId')
    if (!taken) throw error
    const next = { ...application, id: crypto.randomUUID() }
    renewed(next)
    return ask(next)
  }
}
