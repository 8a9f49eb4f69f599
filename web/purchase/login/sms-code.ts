import { useEffect } from 'react'

/**
 * Fills in the code by WebOTP: the browser hands over the code of an SMS that names this host in
 * its last line (WICG, "Origin-bound one-time codes"), after one tap. Without WebOTP the keyboard
 * offers the code (`autocomplete`). Requested anew for every SMS, aborted when the screen is left.
 */
export function useSmsCode(sms: number, onCode: (code: string) => void): void {
  // One question for each SMS.
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const stop = new AbortController()
    const asked: OtpRequest = { otp: { transport: ['sms'] }, signal: stop.signal }
    navigator.credentials.get(asked).then(
      (found) => {
        if (isOtp(found)) onCode(found.code)
      },
      () => {}, // left, refused or too late: the person types it
    )
    return () => stop.abort()
  }, [sms]) // oxlint-disable-line react/exhaustive-deps
}

type OtpRequest = CredentialRequestOptions & { otp: { transport: ['sms'] } }

const isOtp = (found: Credential | null): found is Credential & { code: string } =>
  found !== null && 'code' in found && typeof found.code === 'string'
