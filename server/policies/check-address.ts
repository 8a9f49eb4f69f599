import { z } from 'zod'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import type { Signer } from './signer.ts'

const Plates = z.object({ vehicles: z.array(z.object({ plate: z.string() })) })
export const platesOf = (facts: unknown): string[] =>
  Plates.parse(facts).vehicles.map((car) => car.plate)

/**
 * The address under the QR code: the public check page, with the signed token that proves offline
 * that we issued the policy.
 */
export async function checkAddress(
  publicUrl: string,
  signer: Signer,
  policy: { global_id: string; start_date: string; end_date: string; facts: unknown },
  locale: Locale,
): Promise<string> {
  const token = await signer.sign({
    n: policy.global_id,
    p: platesOf(policy.facts),
    s: policy.start_date,
    e: policy.end_date,
  })
  return `${publicUrl}${pathOf('policy-check', locale, { number: policy.global_id })}?t=${token}`
}
