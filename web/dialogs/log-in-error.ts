import * as refusals from '#domain/refusals.ts'
import { apiErrorOf } from '../http/http.ts'

/** Why a sign-in was refused (specification, section 8, "Login (client)"). */
export type LogInError =
  | { kind: 'expired' | 'unavailable' }
  /** `too_many`: the message says how long to wait. */
  | { kind: 'wrong' | 'refused' | 'too_many'; message: string }
  /**
   * Staff and accountants: the password was right, the code from an SMS comes next (settled.md,
   * "Identity").
   */
  | { kind: 'code_needed'; pending: string; phone: string }

const CODE_NEEDED = refusals.signInCodeNeeded

export function logInError(error: unknown): LogInError {
  const apiError = apiErrorOf(error)
  if (apiError.kind === 'forbidden' && apiError.error === 'password_expired')
    return { kind: 'expired' }
  if (apiError.kind === 'busy') return { kind: 'too_many', message: apiError.message }
  if (apiError.kind === 'refused' && apiError.code === CODE_NEEDED)
    return {
      kind: 'code_needed',
      pending: String(apiError.data.pending),
      phone: String(apiError.data.phone),
    }
  if (apiError.kind === 'refused') return { kind: 'refused', message: apiError.message }
  if (
    apiError.kind === 'unauthorised' ||
    apiError.kind === 'invalid' ||
    apiError.kind === 'forbidden'
  )
    return { kind: 'wrong', message: apiError.message }
  return { kind: 'unavailable' }
}

/** Why no new password was sent ("Forgot password"). */
export type ForgotError = { said: string } | 'already_sent' | 'phone' | 'unavailable'

export function forgotError(error: unknown): ForgotError {
  const apiError = apiErrorOf(error)
  if (apiError.kind === 'busy' || apiError.kind === 'invalid') return { said: apiError.message }
  if (apiError.kind === 'missing')
    return apiError.error === 'already_sent' ? 'already_sent' : 'phone'
  return 'unavailable'
}
