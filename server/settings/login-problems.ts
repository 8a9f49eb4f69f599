import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Environment } from './environment.ts'
import { insurerLogins } from './insurer-logins.ts'

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
