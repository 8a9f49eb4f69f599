import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PKPass } from 'passkit-generator'
import { brand } from '#brand'
import { endOfDay, numericDay } from '#domain/calendar.ts'
import { colours } from '#domain/colours.ts'
import { walletWords } from '#texts/wallet.ts'
import { spacedPlate } from '../format.ts'
import type { PassFacts } from './facts.ts'
import { type AppleKeys, passTypeOf } from './keys.ts'

/** Builds the content of Apple's pass, in the language of the facts. */
function passJson(facts: PassFacts, { passType, team }: { passType: string; team: string }) {
  const words = walletWords[facts.locale]
  const [first = '', ...others] = facts.plates.map(spacedPlate)
  const { light } = colours
  return {
    formatVersion: 1,
    passTypeIdentifier: passType,
    teamIdentifier: team,
    serialNumber: facts.globalId,
    organizationName: brand.legalName[facts.locale],
    description: words.description,
    logoText: brand.name[facts.locale],
    backgroundColor: rgb(light.deep),
    foregroundColor: rgb(light['on-deep']),
    labelColor: rgb(light['on-deep-soft']),
    expirationDate: endOfDay(facts.end).toISOString(),
    ...(facts.ended ? { voided: true } : {}),
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: facts.checkUrl,
        messageEncoding: 'iso-8859-1',
        altText: facts.globalId,
      },
    ],
    generic: {
      primaryFields: [
        {
          key: 'plate',
          label: words.cars,
          value: others.length > 0 ? `${first} +${others.length}` : first,
        },
      ],
      secondaryFields: [{ key: 'insurer', label: words.insurer, value: facts.insurer }],
      auxiliaryFields: [
        { key: 'start', label: words.start, value: numericDay(facts.start) },
        { key: 'end', label: words.end, value: numericDay(facts.end) },
      ],
      backFields: [
        { key: 'product', label: words.product, value: facts.globalId },
        { key: 'cars', label: words.cars, value: [first, ...others].join('\n') },
        { key: 'check', label: words.check, value: facts.checkUrl },
        { key: 'help', label: words.help, value: words.helpText },
      ],
    },
  }
}

/** `#0d4a48` as `rgb(13, 74, 72)`. */
const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

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
