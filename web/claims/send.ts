import type { Policy } from '../cabinet/state.ts'
import { addressOfCall } from '../http/call-address.ts'
import { apiErrorIn } from '../http/http.ts'
import { cabinetToken } from '../session/session.ts'
import { type ClaimForm, slots } from './form.ts'

/** The form as the contract's multipart. The fields stand before the files. */
export function formData(form: ClaimForm, policy: Policy): FormData {
  const data = new FormData()
  const fields = {
    policy_number: policy.global_id,
    policy_type: policy.policy_type,
    policy_start_date: policy.start_date,
    policy_end_date: policy.end_date,
    premium: String(policy.premium),
    ...(policy.insured_amount === null ? {} : { insured_amount: String(policy.insured_amount) }),
    ...(policy.home ? { property_address: policy.home.address } : {}),
    claim_case: form.case ?? '',
    claim_status: form.status ?? '',
    damage_type: form.damage.trim(),
  }
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  for (const slot of slots) {
    const file = form.files[slot]
    if (file) data.set(`documents[${slot}]`, file, file.name)
  }
  return data
}

/**
 * Sends a claim with its files and tells how much is on its way, 0…1. XMLHttpRequest, because fetch
 * tells nothing of an upload. Answers the claim's number; fails as every call does, with a Fault as
 * its cause. A big upload may take long, so there is no limit of time.
 */
export function sendClaim(
  form: ClaimForm,
  policy: Policy,
  onProgress: (share: number) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOfCall('claimSendDocs').path)
    request.responseType = 'json'
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Accept-Language', document.documentElement.lang)
    request.setRequestHeader('Authorization', `Bearer ${cabinetToken() ?? ''}`)
    request.setRequestHeader('Idempotency-Key', form.key)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onerror = () =>
      reject(new Error('offline', { cause: { kind: 'offline', message: '' } }))
    request.onload = () => {
      const reply: unknown = request.response
      const apiError = apiErrorIn(request.status, request.getResponseHeader('Retry-After'), reply)
      if (apiError) return reject(new Error(apiError.kind, { cause: apiError }))
      const number =
        typeof reply === 'object' && reply && 'claim_number' in reply
          ? String(reply.claim_number)
          : ''
      resolve(number)
    }
    request.send(formData(form, policy))
  })
}
