/**
 * SMTP (RFC 5321) with messages of RFC 5322. The wire has one operation for journals and the fault
 * switch.
 */
export const operation = 'send'

/**
 * Our own name of a message: the same key gives the same Message-ID, by which a repeat is
 * recognised.
 */
export const messageIdOf = (key: string, domain: string) =>
  `<${Buffer.from(key).toString('base64url')}@${domain}>`
