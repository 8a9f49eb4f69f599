import { Unavailable } from './http.ts'

/**
 * What a person's consent (КДП, kdp/protocol.ts) yields, and how every request for that person's
 * data carries it. Shared by the systems that query state registers about a person, so it lies
 * beside http.ts and belongs to none of them.
 *
 * Evidence:
 * - public Python adapter to GBDFLUniversal_token (`app/conf/funcs.py`: `get_fl_xml`) and public
 *   .NET set «Service.Helpers» (`GBDFLUniversal_token/StringXml.cs`): `kdpToken` and `publicKey` as
 *   the last children of the request's own data, after the IIN;
 * - RavilSKHalyk/APIDocNew (`KeysGBD.java`): two keys, token and public key, "for the services of
 *   the gateway that need consent, the one of natural persons among them".
 * Guess: the gateway's services (`gbdServices`) take them under the same names and in the same
 * place, after their own fields. [A]
 */
export type PersonConsent = { token: string; publicKey: string }

export const CONSENT_NAMES = ['kdpToken', 'publicKey'] as const

/** The children to add at the end of a request for data of the person who has agreed. */
export const consentFields = (consent: PersonConsent): { [name: string]: string } => ({
  [CONSENT_NAMES[0]]: consent.token,
  [CONSENT_NAMES[1]]: consent.publicKey,
})

/** The register rejects the consent as missing or expired: the person must be asked again. */
export class ConsentRefused extends Unavailable {
  override readonly name = 'ConsentRefused'
  override readonly isFailure = false
}
