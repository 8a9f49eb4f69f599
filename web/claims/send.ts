import type { Policy } from '../cabinet/state.ts'
import { sendForm } from '../http/upload.ts'
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
 * Sends a claim with its files and tells how much is on its way, 0…1. Answers the claim's number;
 * fails as every call does, with a Fault as its cause.
 */
export async function sendClaim(
  form: ClaimForm,
  policy: Policy,
  onProgress: (share: number) => void,
): Promise<string> {
  // The address is written in by the build, where the call's name stands.
  const reply = await sendForm('claimSendDocs', formData(form, policy), onProgress, {
    'Idempotency-Key': form.key,
  })
  return typeof reply === 'object' && reply && 'claim_number' in reply
    ? String(reply.claim_number)
    : ''
}
