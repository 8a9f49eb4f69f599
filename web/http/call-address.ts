import type { CallName, uploads } from '#contract/index.ts'

/**
 * Method and path of a call. The build writes them in place of the name, so the browser gets no
 * table and no schema; where no build has run (unit tests render pages but call nothing) there are
 * none.
 */
export function addressOfCall(name: CallName | keyof typeof uploads): {
  method: 'GET' | 'POST'
  path: string
} {
  const [method, path] = name.split(' ')
  if (!path || (method !== 'GET' && method !== 'POST'))
    throw new Error(`The build knows no call '${name}'`)
  return { method, path }
}
