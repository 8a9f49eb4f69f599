import type { Environment } from './environment.ts'

/**
 * Beside the sandbox each of the four insurers of the demonstration has its logins; the number
 * before the dash is how the sandbox knows them.
 */
const sandboxUsers = [1, 2, 3, 4].flatMap((insurer) =>
  ['a', 'b', 'c', 'd'].map((one) => `${insurer}/${insurer}-qorgan-${one}:sandbox`),
)

type User = { name: string; password: string }
/**
 * What one insurer lets us into the unified database with. `systemId`: its SYSTEM_DELIMITER_ID
 * there.
 */
export type InsurerLogins = {
  systemId: number
  users: User[]
  tls: { cert: string; key: string } | undefined
}

/** The logins of each insurer, with its certificate where it has one. */
export function insurerLogins(env: Environment): InsurerLogins[] {
  const users = new Map<number, User[]>()
  for (const one of env.ESBD_USERS ?? sandboxUsers) {
    const [systemId, login] = [
      Number(one.slice(0, one.indexOf('/'))),
      one.slice(one.indexOf('/') + 1),
    ]
    const user = {
      name: login.slice(0, login.indexOf(':')),
      password: login.slice(login.indexOf(':') + 1),
    }
    users.set(systemId, [...(users.get(systemId) ?? []), user])
  }
  return [...users].map(([systemId, ofInsurer]) => {
    const [cert, key] = [env.ESBD_TLS_CERTS?.get(systemId), env.ESBD_TLS_KEYS?.get(systemId)]
    return { systemId, users: ofInsurer, tls: cert && key ? { cert, key } : undefined }
  })
}
