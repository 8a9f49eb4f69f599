/**
 * Classifies errors of the database. Codes: PostgreSQL's appendix A; words: those of the driver.
 */

/**
 * A server that ends, starts, or was demoted; a line that broke: this connection is worth nothing.
 */
const BROKEN_CODE = /^(?:08\w{3}|25006|57P0[1-4])$/
const BROKEN_LINE =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|Connection terminated|Connection ended|not queryable|Client was closed|not currently accepting connections|Query read timeout/

const codeOf = (cause: Error): string =>
  'code' in cause && typeof cause.code === 'string' ? cause.code : ''

/** True if the connection is gone, or its server accepts no writes any more. */
export const isBroken = (cause: unknown): boolean =>
  cause instanceof Error &&
  (BROKEN_CODE.test(codeOf(cause)) || BROKEN_LINE.test(`${codeOf(cause)} ${cause.message}`))

/**
 * The database is away, changes over, or has no room: the same may work in a moment. Broken ones,
 * and PostgreSQL's classes 53 (resources), 57 (operator) and 40 (rollback).
 */
export const isAway = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  // A lost server removes its Unix socket: no such file, instead of no such listener.
  const noServer = 'syscall' in cause && cause.syscall === 'connect'
  return (
    noServer ||
    isBroken(cause) ||
    /^(?:53|57|40)/.test(codeOf(cause)) ||
    /timeout exceeded when trying to connect/.test(cause.message)
  )
}
