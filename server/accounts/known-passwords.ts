let known: Promise<ReadonlySet<string>> | null = null

/**
 * Some fifty thousand passwords seen most often in leaks, in lower case; read when somebody first
 * chooses a password.
 */
export const knownPasswords = (): Promise<ReadonlySet<string>> =>
  (known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  ))
