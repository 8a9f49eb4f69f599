import { importPKCS8, SignJWT } from 'jose'
import { brand } from '#brand'
import { endOfDay, numericPeriod, startOfDay } from '#domain/calendar.ts'
import { colours } from '#domain/colours.ts'
import { languageTag } from '#domain/locale.ts'
import { walletWords } from '#texts/wallet.ts'
import { spacedPlate } from '../format.ts'
import type { PassFacts } from './facts.ts'
import type { GoogleKeys } from './keys.ts'

/** Builds the content of Google's pass, in the language of the facts. */
function passObject(facts: PassFacts, passClass: string) {
  const words = walletWords[facts.locale]
  const [first = '', ...others] = facts.plates.map(spacedPlate)
  const text = (value: string) => ({ defaultValue: { language: languageTag(facts.locale), value } })
  return {
    id: `${passClass.slice(0, passClass.indexOf('.'))}.${facts.globalId}`,
    classId: passClass,
    state: facts.ended ? 'EXPIRED' : 'ACTIVE',
    cardTitle: text(brand.name[facts.locale]),
    subheader: text(words.short),
    header: text(others.length > 0 ? `${first} +${others.length}` : first),
    hexBackgroundColor: colours.light.deep,
    barcode: {
      type: 'QR_CODE',
      value: facts.checkUrl.replace(/\?.*$/, ''),
      alternateText: facts.globalId,
    },
    validTimeInterval: {
      start: { date: startOfDay(facts.start).toISOString() },
      end: { date: endOfDay(facts.end).toISOString() },
    },
    textModulesData: [
      { id: 'insurer', header: words.insurer, body: facts.insurer },
      { id: 'term', header: words.term, body: numericPeriod(facts.start, facts.end) },
    ],
  }
}

/**
 * A pass of Google Wallet: a link with a JWT that holds the whole pass, signed with a service
 * account's key. We send Google nothing before the client opens it.
 *
 * Evidence, developers.google.com/wallet:
 * - "Google Wallet API JWT" (reference/rest/v1/Jwt): iss the service account, aud `google`, typ
 *   `savetowallet`, iat in seconds, origins, payload.genericObjects.
 * - "REST Resource: genericobject": id `issuer.identifier` of letters, digits, `.`, `_`, `-`;
 *   classId of a class that exists and is approved; cardTitle and header are required; state,
 *   subheader, barcode, validTimeInterval, hexBackgroundColor, textModulesData are not.
 * - "Issuing passes for web, email, SMS": `https://pay.google.com/gp/v/save/<jwt>`; a JWT is safe
 *   up to 1 800 characters, browsers may cut longer ones off. So the QR code holds the address of
 *   the check page alone: with the token that proves a policy offline it would be 2 000.
 */
const saveAddress = 'https://pay.google.com/gp/v/save/'

/** Returns the link that offers the pass to the client. */
export async function googleLink(
  facts: PassFacts,
  { account, key, passClass }: GoogleKeys,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string> {
  const jwt = await new SignJWT({
    typ: 'savetowallet',
    origins: [publicUrl],
    payload: { genericObjects: [passObject(facts, passClass)] },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account)
    .setAudience('google')
    .setIssuedAt(now)
    .sign(await importPKCS8(key, 'RS256'))
  return saveAddress + jwt
}
