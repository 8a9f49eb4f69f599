import type { Locale } from '#domain/locale.ts'
import type { Names } from '#domain/person.ts'

export type EgovPerson = Names & {
  /** 12 digits. */
  iin: string
  /** 11 digits, or null: refused or not known there. */
  phone: string | null
}
export type SignInEnd =
  | { kind: 'person'; person: EgovPerson }
  /** An account of a legal entity. */
  | { kind: 'organisation' }
  /** The person refused. */
  | { kind: 'denied' }
  /** The code was used before, is too old, or was not given to us. */
  | { kind: 'code' }

export type GovIdentity = {
  /**
   * Returns the address to sign in at. `redirectUri` is the registered address, letter for letter.
   */
  signInUrl(of: {
    state: string
    redirectUri: string
    locale: Locale
    verifier: string | null
  }): Promise<string>
  /**
   * Handles the return: exchanges the code once and requests the person. Throws `Unavailable` if
   * they do not answer or answer nonsense.
   */
  finishSignIn(of: {
    callback: URL
    state: string
    verifier: string | null
    key: string
  }): Promise<SignInEnd>
}
export type IdpConfig = {
  address: string
  clientId: string
  clientSecret: string
  /** Separated by spaces. Without the phone's scope the person is not asked for it. */
  scopes?: string | undefined
}
