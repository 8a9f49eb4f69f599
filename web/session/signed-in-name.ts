/**
 * The first name of the signed-in user, for the header of pages without React. No proof of
 * anything: calls are authorised by the token.
 */
const key = 'qorgan.name'

export function keepName(name: string | null): void {
  try {
    if (name) localStorage.setItem(key, name)
    else localStorage.removeItem(key)
  } catch {
    return // storage switched off: the header says «Жеке кабинет»
  }
}

export function keptName(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
