import { faultOf } from '../http/http.ts'

/** Why a sign-in was refused (specification, section 8, "Login (client)"). */
export type LogInTrouble =
  | { kind: 'expired' | 'too_many' | 'unavailable' }
  | { kind: 'wrong' | 'refused'; message: string }
  /**
   * Staff and accountants: the password was right, a code from an SMS is asked for (decisions,
   * "Identity").
   */
  | { kind: 'code_needed'; pending: string; phone: string }

const CODE_NEEDED = 14070

export function logInTrouble(error: unknown): LogInTrouble {
  const fault = faultOf(error)
  if (fault.kind === 'forbidden' && fault.error === 'password_expired') return { kind: 'expired' }
  if (fault.kind === 'busy') return { kind: 'too_many' }
  if (fault.kind === 'refused' && fault.code === CODE_NEEDED)
    return {
      kind: 'code_needed',
      pending: String(fault.data.pending),
      phone: String(fault.data.phone),
    }
  if (fault.kind === 'refused') return { kind: 'refused', message: fault.message }
  if (fault.kind === 'unauthorised' || fault.kind === 'invalid' || fault.kind === 'forbidden')
    return { kind: 'wrong', message: fault.message }
  return { kind: 'unavailable' }
}

/** Why no new password was sent ("Forgot password"). */
export type ForgotTrouble = 'too_many' | 'already_sent' | 'phone' | 'unavailable'

export function forgotTrouble(error: unknown): ForgotTrouble {
  const fault = faultOf(error)
  if (fault.kind === 'busy') return 'too_many'
  if (fault.kind === 'missing') return fault.error === 'already_sent' ? 'already_sent' : 'phone'
  return fault.kind === 'invalid' ? 'phone' : 'unavailable'
}
