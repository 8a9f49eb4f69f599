import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Secrets of people at rest: AES-256-GCM under a key of its own, made of the signing key. A copy of
 * the database alone opens nothing.
 */
const keyOf = (signingKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', signingKey, '', `qorgan-sealed:${purpose}`, 32))
const IV = 12
const TAG = 16

/** `bound`: what the secret belongs to; sealed for one thing it does not open for another. */
export function sealed(
  signingKey: string,
  of: { purpose: string; bound: string },
  plain: string,
): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', keyOf(signingKey, of.purpose), iv).setAAD(
    Buffer.from(of.bound),
  )
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Null when it is not ours to open: another key, another thing, a changed byte. */
export function opened(
  signingKey: string,
  of: { purpose: string; bound: string },
  secret: Buffer,
): string | null {
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(signingKey, of.purpose),
      secret.subarray(0, IV),
    )
    decipher.setAAD(Buffer.from(of.bound)).setAuthTag(secret.subarray(IV, IV + TAG))
    return Buffer.concat([decipher.update(secret.subarray(IV + TAG)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}
