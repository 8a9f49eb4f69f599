import { createPrivateKey, X509Certificate } from 'node:crypto'
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

/**
 * What lacks or does not fit among logins, certificates and keys, each in a sentence that names the
 * insurer.
 */
export function loginProblems(env: Environment): string[] {
  const users = new Set(insurerLogins(env).map(({ systemId }) => systemId))
  const certs = env.ESBD_TLS_CERTS ?? new Map<number, string>()
  const keys = env.ESBD_TLS_KEYS ?? new Map<number, string>()
  const problems: string[] = []
  for (const insurer of new Set([...certs.keys(), ...keys.keys()])) {
    const [cert, key] = [certs.get(insurer), keys.get(insurer)]
    if (!users.has(insurer))
      problems.push(
        `ESBD_USERS has no login of insurer ${insurer}, whose certificate or key is given`,
      )
    if (!cert)
      problems.push(`ESBD_TLS_CERTS has no certificate of insurer ${insurer}, whose key is given`)
    if (!key)
      problems.push(`ESBD_TLS_KEYS has no key of insurer ${insurer}, whose certificate is given`)
    if (cert && key) problems.push(...pairProblems(insurer, cert, key))
  }
  // Where one insurer's login needs a certificate the others' do too: the host asks every client
  // alike.
  if (certs.size > 0)
    for (const insurer of users)
      if (!certs.has(insurer) && !keys.has(insurer))
        problems.push(`ESBD_TLS_CERTS has no certificate of insurer ${insurer}, others have one`)
  if (env.ESBD_TLS_CA !== undefined && !isCertificate(env.ESBD_TLS_CA))
    problems.push('ESBD_TLS_CA is not a certificate in PEM')
  return problems
}

function pairProblems(insurer: number, cert: string, key: string): string[] {
  if (!isCertificate(cert))
    return [`ESBD_TLS_CERTS: that of insurer ${insurer} is not a certificate in PEM`]
  try {
    const fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    return fits
      ? []
      : [`ESBD_TLS_KEYS: the key of insurer ${insurer} is not that of its certificate`]
  } catch {
    return [
      `ESBD_TLS_KEYS: that of insurer ${insurer} is not a private key in PEM without a password`,
    ]
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem) !== null
  } catch {
    return false
  }
}
