import {
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/**
 * Certificates made for one test, as an operator's own root would sign them. Node makes none, so
 * the few fields are written as DER here.
 */
export type Issued = { cert: string; key: string }
type Party = { name: string; privateKey: KeyObject }

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length =
    body.length < 0x80
      ? Buffer.from([body.length])
      : body.length < 0x1_00
        ? Buffer.from([0x81, body.length])
        : Buffer.from([0x82, body.length >> 8, body.length & 0xff])
  return Buffer.concat([Buffer.from([tag]), length, body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), utf8(name))))
const timeOf = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  )
const ecdsaSha256 = sequence(oid('2a8648ce3d040302'))
const pem = (what: string, bytes: Buffer) =>
  `-----BEGIN ${what}-----\n${bytes.toString('base64').replaceAll(/(.{64})/g, '$1\n')}\n-----END ${what}-----\n`

function certificate(subject: Party, issuer: Party, kind: 'root' | 'host' | 'client'): Issued {
  const day = 86_400_000
  const extension = (id: string, critical: boolean, value: Buffer) =>
    sequence(oid(id), ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value))
  const extensions = [
    extension(
      '551d13',
      true,
      sequence(...(kind === 'root' ? [der(0x01, Buffer.from([0xff]))] : [])),
    ),
    ...(kind === 'host'
      ? [extension('551d11', false, sequence(der(0x87, Buffer.from([127, 0, 0, 1]))))]
      : []),
  ]
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaSha256,
    nameOf(issuer.name),
    sequence(timeOf(new Date(Date.now() - day)), timeOf(new Date(Date.now() + day))),
    nameOf(subject.name),
    createPublicKey(subject.privateKey).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, issuer.privateKey)
  const whole = sequence(body, ecdsaSha256, der(0x03, Buffer.from([0]), signature))
  return {
    cert: pem('CERTIFICATE', whole),
    key: String(subject.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

const party = (name: string): Party => ({
  name,
  privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
})

/** A root of one's own, and what it signs: a host at 127.0.0.1, a client by its name. */
export function ownRoot(name: string) {
  const root = party(name)
  return {
    ca: certificate(root, root, 'root').cert,
    host: () => certificate(party('127.0.0.1'), root, 'host'),
    client: (of: string) => certificate(party(of), root, 'client'),
  }
}
