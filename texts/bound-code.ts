/**
 * Binds the code of an SMS to our site, so that a phone offers it there and nowhere else: the last
 * line is `@host #code` (WICG, "Origin-bound one-time codes delivered via SMS", section 3.3).
 * `host` as in the address, without a port.
 */
export const boundCode = (text: string, host: string, code: string): string =>
  `${text}\n@${host} #${code}`
