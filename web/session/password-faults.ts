import { type PasswordProblem, passwordProblem } from '#domain/password.ts'

export const passwordFields = ['current_password', 'password', 'password_repeat'] as const
export type PasswordField = (typeof passwordFields)[number]
export type PasswordError = {
  field: PasswordField
  problem: PasswordProblem | 'required' | 'password_same'
}

/**
 * What is wrong with the form, field by field; the rule itself is the domain's (specification,
 * section 5, "Password (change)").
 */
export function passwordErrors(
  values: Record<PasswordField, string>,
  askCurrent: boolean,
): PasswordError[] {
  const errors: PasswordError[] =
    askCurrent && !values.current_password
      ? [{ field: 'current_password', problem: 'required' }]
      : []
  if (!values.password) return [...errors, { field: 'password', problem: 'required' }]
  const same = askCurrent && values.password === values.current_password
  const problem =
    passwordProblem(values.password, values.password_repeat) ?? (same ? 'password_same' : null)
  if (!problem) return errors
  return [
    ...errors,
    { field: problem === 'passwords_differ' ? 'password_repeat' : 'password', problem },
  ]
}
