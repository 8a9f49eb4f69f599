import { X509Certificate } from 'node:crypto'

/** PEM texts: the pass type's certificate and key, and Apple's intermediate. */
export type AppleKeys = { cert: string; key: string; wwdr: string }

/** The service account, its PKCS #8 key as PEM, and the class `issuer.identifier` of our passes. */
export type GoogleKeys = { account: string; key: string; passClass: string }

/** Returns the pass type and team of the certificate, by its subject; null if it names none. */
export function passTypeOf(cert: string): { passType: string; team: string } | null {
  const { subject } = new X509Certificate(cert)
  const passType = /^UID=(pass\..+)$/m.exec(subject)?.[1]
  const team = /^OU=(\w+)$/m.exec(subject)?.[1]
  return passType && team ? { passType, team } : null
}
