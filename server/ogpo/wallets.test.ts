import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { importSPKI, jwtVerify } from 'jose'
import forge from 'node-forge'
import { beforeAll, expect, test } from 'vitest'
import { colours } from '#domain/colours.ts'
import { walletKeys } from '#sandbox/wallet-keys.ts'
import { buyer, car, ordered, paysBill, purchaseToken, ready, settled } from '#tests/sale.ts'
import { sharedTestApp, type TestApp, testApp, until } from '#tests/test-app.ts'

/** The pass of a policy in the wallet of a phone: whole, signed, and with nothing personal. */
const keys = walletKeys()
const at = sharedTestApp(keys)
let token = ''
let globalId = ''

/** The number of the policy, once its documents are made. */
async function withDocuments(on: TestApp, by: string, orderId: string): Promise<string> {
  await settled(on, by, orderId)
  const { body } = await until(
    () => on.api('ogpoCheckOrderSet', { orderId }, by),
    (found) => found.body.success && Boolean(found.body.data.files?.policy),
  )
  return (body.success && body.data.globalId) || ''
}

beforeAll(async () => {
  token = await purchaseToken(at())
  const { orderId } = await ordered(at(), token)
  await paysBill(at())
  globalId = await withDocuments(at(), token, orderId)
})

const walletsOf = async (by = token, locale?: string) => {
  const { body } = await at().api('ogpoWallets', { globalId }, by, locale)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
const passAt = async (path: string | null) => {
  const answer = await fetch(`${at().url}${path}`)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** The files of a zip by its central directory. */
function unzipped(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let place = zip.readUInt32LE(end + 16)
  for (let n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [method, size] = [zip.readUInt16LE(place + 10), zip.readUInt32LE(place + 20)]
    const [named, extra, comment] = [28, 30, 32].map((by) => zip.readUInt16LE(place + by))
    const name = zip.toString('utf8', place + 46, place + 46 + (named ?? 0))
    const local = zip.readUInt32LE(place + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(from, from + size)
    files.set(name, method === 0 ? packed : inflateRawSync(packed))
    place += 46 + (named ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}
const fileIn = (files: Map<string, Buffer>, name: string) => files.get(name) ?? Buffer.alloc(0)
const textIn = (files: Map<string, Buffer>, name: string) => JSON.parse(String(fileIn(files, name)))

/** Reads a detached PKCS #7: its certificates, signed attributes and signature. */
function signatureIn(der: Buffer) {
  const message = forge.pkcs7.messageFromAsn1(
    forge.asn1.fromDer(forge.util.createBuffer(der.toString('binary'))),
  ) as unknown as {
    certificates: forge.pki.Certificate[]
    rawCapture: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string; content?: unknown }
  }
  const { authenticatedAttributes, signature, content } = message.rawCapture
  const set = forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.SET,
    true,
    authenticatedAttributes,
  )
  const attributes = new Map(
    authenticatedAttributes.map((attribute) => {
      const [id, values] = attribute.value as [forge.asn1.Asn1, forge.asn1.Asn1]
      const [value] = values.value as forge.asn1.Asn1[]
      return [forge.asn1.derToOid(String(id.value)), value?.value]
    }),
  )
  return {
    detached: content === undefined,
    certificates: message.certificates.map((one) => forge.pki.certificateToPem(one)),
    attributes,
    signed: Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary'),
    signature: Buffer.from(signature, 'binary'),
  }
}

test('Apple’s pass is whole: each file stands in the manifest with its hash, which the certificate signs', async () => {
  const { apple } = await walletsOf()
  const { answer, bytes } = await passAt(apple)
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const files = unzipped(bytes)
  const manifest: Record<string, string> = textIn(files, 'manifest.json')
  const packed = [...files.keys()].filter((name) => !/^(manifest\.json|signature)$/.test(name))
  expect(Object.keys(manifest).sort()).toEqual(packed.sort())
  expect(packed).toEqual(
    expect.arrayContaining(['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'pass.json']),
  )
  for (const [name, hash] of Object.entries(manifest))
    expect(createHash('sha1').update(fileIn(files, name)).digest('hex')).toBe(hash)

  const cert = new X509Certificate(keys['WALLET_APPLE_CERT'] ?? '')
  const root = new X509Certificate(keys['WALLET_APPLE_WWDR'] ?? '')
  const { detached, certificates, attributes, signed, signature } = signatureIn(
    fileIn(files, 'signature'),
  )
  expect(detached).toBe(true)
  expect(certificates.map((pem) => new X509Certificate(pem).fingerprint256).sort()).toEqual(
    [cert.fingerprint256, root.fingerprint256].sort(),
  )
  expect(cert.verify(root.publicKey)).toBe(true)
  expect(verify('sha1', signed, cert.publicKey, signature)).toBe(true)
  const digest = createHash('sha1').update(fileIn(files, 'manifest.json')).digest('binary')
  expect(attributes.get(forge.pki.oids['messageDigest'] ?? '')).toBe(digest)
  expect(attributes.has(forge.pki.oids['signingTime'] ?? '')).toBe(true)
})

test('it shows what the drawn pass shows, in the language of the page, and nobody’s data', async () => {
  const { apple } = await walletsOf()
  const pass = textIn(unzipped((await passAt(apple)).bytes), 'pass.json')
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.example.qorgan.ogpo',
    teamIdentifier: 'SANDBOX001',
    serialNumber: globalId,
    expirationDate: '2027-11-20T18:59:59.999Z',
    backgroundColor: 'rgb(13, 74, 72)',
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: expect.stringContaining(`/check/${globalId}?t=`),
        altText: globalId,
      },
    ],
    generic: {
      primaryFields: [{ label: 'Көлік', value: '123\u00a0ABC\u00a002' }],
      auxiliaryFields: [{ value: '21.11.2026' }, { value: '20.11.2027' }],
    },
  })
  expect(colours.light.deep).toBe('#0d4a48')
  expect(pass).not.toHaveProperty('voided')
  const russian = await walletsOf(token, 'ru')
  expect(russian.apple).toMatch(/^\/ru\/download-wallet-pass\//)
  const { bytes } = await passAt(russian.apple)
  const other = textIn(unzipped(bytes), 'pass.json')
  expect(other.generic.primaryFields).toMatchObject([{ label: 'Автомобиль' }])
  const held = Buffer.from(russian.google?.split('.').at(-2) ?? '', 'base64url').toString()
  expect(held).toContain('Полис ОГПО')
  for (const text of [JSON.stringify(pass), JSON.stringify(other), held])
    for (const secret of [buyer.iin, buyer.phone, 'Әбдіқадыров', 'Нұрлан', car.techPassport])
      expect(text).not.toContain(secret)
})

test('Google’s link holds the pass in a JWT that its service account signs, short enough for any browser', async () => {
  const { google } = await walletsOf()
  const jwt = /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.+)$/.exec(google ?? '')?.[1] ?? ''
  expect(jwt.length).toBeLessThanOrEqual(1_800)
  const publicKey = createPublicKey(keys['WALLET_GOOGLE_KEY'] ?? '')
  const { payload, protectedHeader } = await jwtVerify(
    jwt,
    await importSPKI(String(publicKey.export({ type: 'spki', format: 'pem' })), 'RS256'),
    {
      audience: 'google',
      issuer: 'wallet@qorgan.example',
      currentDate: at().server.deps.clock.now(),
    },
  )
  expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' })
  expect(payload).toMatchObject({
    typ: 'savetowallet',
    origins: [at().url],
    payload: {
      genericObjects: [
        {
          id: `3388000000000000000.${globalId}`,
          classId: '3388000000000000000.ogpo',
          state: 'ACTIVE',
          header: { defaultValue: { language: 'kk', value: '123\u00a0ABC\u00a002' } },
          barcode: { type: 'QR_CODE', value: `${at().url}/check/${globalId}` },
          hexBackgroundColor: '#0d4a48',
          validTimeInterval: {
            start: { date: '2026-11-20T19:00:00.000Z' },
            end: { date: '2027-11-20T18:59:59.999Z' },
          },
        },
      ],
    },
  })
})

test('a policy of another, and an address that is none, are not found', async () => {
  const other = await purchaseToken(at(), ready('880214399916'))
  expect((await at().api('ogpoWallets', { globalId }, other)).status).toBe(404)
  expect((await at().api('ogpoWallets', { globalId })).status).toBe(401)
  expect((await passAt('/download-wallet-pass/none')).answer.status).toBe(404)
  expect((await passAt(`/download-wallet-pass/${crypto.randomUUID()}`)).answer.status).toBe(404)
})

test('a policy that was cancelled is struck out, and offered no more', async () => {
  const { apple } = await walletsOf()
  await at()
    .db.updateTable('policies')
    .set({ state: 'cancelled' })
    .where('global_id', '=', globalId)
    .execute()
  expect(textIn(unzipped((await passAt(apple)).bytes), 'pass.json')).toMatchObject({ voided: true })
  expect(await walletsOf()).toEqual({ apple: null, google: null })
  await at()
    .db.updateTable('policies')
    .set({ state: 'pending' })
    .where('global_id', '=', globalId)
    .execute()
})

test('without keys no wallet is offered, and no file is there', async () => {
  const bare = await testApp()
  const own = await purchaseToken(bare)
  const { orderId } = await ordered(bare, own)
  await paysBill(bare)
  const number = await withDocuments(bare, own, orderId)
  expect((await bare.api('ogpoWallets', { globalId: number }, own)).body).toEqual({
    success: true,
    data: { apple: null, google: null },
  })
  const { uuid } = await bare.db
    .selectFrom('documents')
    .select('uuid')
    .where('kind', '=', 'policy')
    .executeTakeFirstOrThrow()
  expect((await fetch(`${bare.url}/download-wallet-pass/${uuid}`)).status).toBe(404)
})

test('what opens the pass opens no document, and the other way round', async () => {
  const { apple } = await walletsOf()
  const uuid = String(apple).split('/').at(-1)
  expect((await passAt(apple)).answer.status).toBe(200)
  expect((await fetch(`${at().url}/download-policy/${uuid}`)).status).toBe(404)
  const document = await at()
    .db.selectFrom('documents')
    .select('uuid')
    .where('kind', '=', 'policy')
    .executeTakeFirstOrThrow()
  expect((await passAt(`/download-wallet-pass/${document.uuid}`)).answer.status).toBe(404)
})
