import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PKPass } from 'passkit-generator'
import { passJson } from './apple-json.ts'
import type { PassFacts } from './facts.ts'
import { type AppleKeys, passTypeOf } from './keys.ts'

/**
 * A pass of Apple Wallet: a zip of `pass.json`, pictures, `manifest.json` with the SHA-1 of each
 * file, and `signature`, a detached PKCS #7 of the manifest with signing time, by the pass type's
 * certificate and with Apple's intermediate (WWDR) beside it.
 *
 * Evidence, developer.apple.com/documentation/walletpasses:
 * - "Building a Pass": bundle, manifest, signature, media type `application/vnd.apple.pkpass`; pass
 *   type and serial number together are one pass, a second one replaces the first.
 * - "Pass": formatVersion 1, passTypeIdentifier, teamIdentifier, serialNumber, organizationName,
 *   description are required; expirationDate (W3C date), voided, barcodes, colours as `rgb(…)`.
 * - "Creating the Source for a Pass": icon.png is required; sizes @2x, @3x; logo at most 160 × 50.
 * - Certificates of a pass type name it as UID and the team as OU of their subject.
 * Zip, manifest and signature are made by passkit-generator.
 */
export const applePassType = 'application/vnd.apple.pkpass'

const images = ['icon', 'icon@2x', 'icon@3x', 'logo', 'logo@2x'].map((name) => `${name}.png`)
const pictures = () =>
  Object.fromEntries(
    images.map((name) => [name, readFileSync(join(import.meta.dirname, 'images', name))]),
  )

export function applePass(facts: PassFacts, { cert, key, wwdr }: AppleKeys): Buffer {
  const of = passTypeOf(cert)
  if (!of) throw new Error('the certificate names no pass type')
  const pass = new PKPass(
    { ...pictures(), 'pass.json': Buffer.from(JSON.stringify(passJson(facts, of))) },
    { wwdr, signerCert: cert, signerKey: key },
  )
  return pass.getAsBuffer()
}
