import { createHash } from 'node:crypto'
import { CompactSign, compactVerify, exportJWK, importPKCS8 } from 'jose'
import { z } from 'zod'

/**
 * The signature under a policy's QR code: a compact JWS (Ed25519) that anyone with our public key
 * verifies offline. It proves that we issued the policy, not that it is still in force: for that
 * the check page queries the register.
 */
const Claims = z.object({ n: z.string(), p: z.array(z.string()), s: z.string(), e: z.string() })
export type PolicyClaims = z.infer<typeof Claims>
export type Signer = {
  sign(claims: PolicyClaims): Promise<string>
  verify(token: string): Promise<PolicyClaims | null>
  jwks(): Promise<{ keys: unknown[] }>
}

/** PKCS#8 wrapping of a raw Ed25519 seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export async function signer(secret: string): Promise<Signer> {
  const seed = createHash('sha256').update(`qorgan-ed25519:${secret}`).digest()
  const pem = `-----BEGIN PRIVATE KEY-----\n${Buffer.concat([PKCS8_PREFIX, seed]).toString('base64')}\n-----END PRIVATE KEY-----`
  const key = await importPKCS8(pem, 'EdDSA', { extractable: true })
  const { d: _private, ...publicKey } = await exportJWK(key)
  const kid = createHash('sha256')
    .update(JSON.stringify(publicKey))
    .digest('base64url')
    .slice(0, 12)
  const verifyKey = { ...publicKey, kid, alg: 'EdDSA', use: 'sig' }
  return {
    sign: (claims) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .sign(key),
    verify: async (token) => {
      try {
        const { payload } = await compactVerify(token, verifyKey)
        return Claims.parse(JSON.parse(new TextDecoder().decode(payload)))
      } catch {
        return null
      }
    },
    jwks: async () => ({ keys: [verifyKey] }),
  }
}
