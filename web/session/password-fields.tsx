import { useMemo, useState } from 'react'
import { type PasswordProblem, passwordProblem } from '#domain/password.ts'
import { TextField } from '../ui/text-field.tsx'

const passwordFields = ['current_password', 'password', 'password_repeat'] as const
type PasswordField = (typeof passwordFields)[number]
type PasswordError = {
  field: PasswordField
  problem: PasswordProblem | 'required' | 'password_same'
}

/**
 * Validates the form field by field; the rule itself is the domain's (specification, section 5,
 * "Password (change)").
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

type Labels = { current: string; next: string; repeat: string }
const labelOf = {
  current_password: 'current',
  password: 'next',
  password_repeat: 'repeat',
} as const

type Wrong = Partial<Record<PasswordField, string>>

/** Values of a form's fields. */
export function readPasswords(form: FormData): Record<PasswordField, string> {
  const value = (field: PasswordField): string => String(form.get(field) ?? '')
  return {
    current_password: value('current_password'),
    password: value('password'),
    password_repeat: value('password_repeat'),
  }
}

/**
 * Errors of a new password: `wrong` stays at a field until it is edited, `listed` in the summary,
 * with the field's name, until the form is sent again.
 */
export function usePasswordFaults(words: Labels) {
  const [wrong, setWrong] = useState<Wrong>({})
  const [list, setList] = useState<Wrong>({})
  // The list keeps its identity while the faults do: the summary takes the focus with a new one.
  const listed = useMemo(
    () =>
      passwordFields.flatMap((field) => {
        const message = list[field]
        return message ? [{ field, message: `${words[labelOf[field]]}: ${message}` }] : []
      }),
    [list, words],
  )
  const blame = (found: Wrong): void => {
    setWrong(found)
    setList(found)
  }
  const forgive = (field: PasswordField): void =>
    setWrong((now) => ({ ...now, [field]: undefined }))
  return { wrong, listed, blame, forgive }
}

type Props = {
  /** User name for the password manager. */
  login: string
  askCurrent: boolean
  faults: ReturnType<typeof usePasswordFaults>
  words: Labels
}

/** The current password if required, and the new one twice. */
export function PasswordFields({ login, askCurrent, faults, words: t }: Props) {
  const field = (name: PasswordField, label: string) => ({
    name,
    label,
    type: 'password',
    error: faults.wrong[name],
    autoComplete:
      name === 'current_password' ? ('current-password' as const) : ('new-password' as const),
    onValue: () => faults.forgive(name),
  })
  return (
    <>
      <input
        className="visually-hidden"
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={login}
        tabIndex={-1}
        aria-hidden="true"
      />
      {askCurrent ? <TextField {...field('current_password', t.current)} /> : null}
      <TextField {...field('password', t.next)} />
      <TextField {...field('password_repeat', t.repeat)} />
    </>
  )
}
