import { createHash } from 'node:crypto'

/** Signs what is signed beside the sandbox. */
export const demonstrationSigningKey = (): string =>
  createHash('sha256').update('qorgan demonstration signing key').digest('base64url')

/**
 * Secrets that stand in this repository and do not give themselves away; a test reads every file
 * for those that are missing here.
 */
export const published: ReadonlySet<string> = new Set([
  '/idp/oauth/token',
  'New-pass1',
  'authPromoterToken',
  'awaiting',
  'collector-collector-collector',
  'dauren-2026',
  'desk-2026',
  'laravel_auth.token',
  'new-word-1',
  'report-bench-token-of-an-accountant',
  'second-pass',
  'staff-2026',
  'temporary',
  'third-pass-1',
  'wrong-one',
])
