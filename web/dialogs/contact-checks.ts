import { isEmail } from '#domain/email.ts'
import { fillsPhoneMask } from '#domain/phone.ts'

export const contactFields = ['name', 'phone', 'email', 'text'] as const
export type ContactField = (typeof contactFields)[number]

/**
 * Validates the contact form (specification, section 5): all four are required, the phone complete,
 * the e-mail address deliverable.
 */
export function contactErrors(values: Record<ContactField, string>): ContactField[] {
  const wrong: Record<ContactField, boolean> = {
    name: !values.name.trim(),
    phone: !fillsPhoneMask(values.phone),
    email: !isEmail(values.email.trim()),
    text: !values.text.trim(),
  }
  return contactFields.filter((field) => wrong[field])
}
