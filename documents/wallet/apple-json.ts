import { brand } from '#brand'
import { endOfDay, numericDay } from '#domain/calendar.ts'
import { colours } from '#domain/colours.ts'
import { walletWords } from '#texts/wallet.ts'
import { spacedPlate } from '../format.ts'
import type { PassFacts } from './facts.ts'

/** What stands on Apple's pass, in the language of the facts. */
export function passJson(facts: PassFacts, { passType, team }: { passType: string; team: string }) {
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
