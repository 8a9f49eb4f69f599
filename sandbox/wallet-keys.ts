import { generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'

/**
 * Keys of the phones' wallets for demonstration and tests, made anew at every start: a pass signed
 * with them is whole, but no wallet trusts it. As the settings of the product.
 */
export function walletKeys(): Record<string, string> {
  const [root, pass] = [keyPair(), keyPair()]
  const authority = [{ name: 'commonName', value: 'Sandbox pass authority' }]
  const subject = [
    { type: '0.9.2342.19200300.100.1.1', value: 'pass.example.qorgan.ogpo' },
    { name: 'commonName', value: 'Pass Type ID: pass.example.qorgan.ogpo' },
    { name: 'organizationalUnitName', value: 'SANDBOX001' },
  ]
  return {
    WALLET_APPLE_CERT: certificate(pass, subject, root, authority),
    WALLET_APPLE_KEY: pass.privateKey,
    WALLET_APPLE_WWDR: certificate(root, authority, root, authority, true),
    WALLET_GOOGLE_ACCOUNT: 'wallet@qorgan.example',
    WALLET_GOOGLE_KEY: root.privateKey,
    WALLET_GOOGLE_CLASS: '3388000000000000000.ogpo',
  }
}

type Pair = ReturnType<typeof keyPair>
const keyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Whose certificate it is, and who signs it; for twenty years. */
function certificate(
  of: Pair,
  subject: forge.pki.CertificateField[],
  by: Pair,
  issuer: forge.pki.CertificateField[],
  authority = false,
): string {
  const made = forge.pki.createCertificate()
  made.publicKey = forge.pki.publicKeyFromPem(of.publicKey)
  made.serialNumber = `01${randomBytes(8).toString('hex')}`
  made.validity.notBefore = new Date('2020-01-01T00:00:00Z')
  made.validity.notAfter = new Date('2040-01-01T00:00:00Z')
  made.setSubject(subject)
  made.setIssuer(issuer)
  made.setExtensions([{ name: 'basicConstraints', cA: authority }])
  made.sign(forge.pki.privateKeyFromPem(by.privateKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(made)
}
