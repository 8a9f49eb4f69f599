/** 1414's answer of one person. `expiresAt` counts on this device's clock. */
export type Consent =
  | { kind: 'none' | 'asking' | 'approved' | 'rejected' | 'expired' }
  | { kind: 'awaiting'; requestId: string; expiresAt: number }
  | { kind: 'failed'; message: string }

/** What was under way when the device was left begins anew; what 1414 was asked goes on. */
export const settledConsent = (consent: Consent): Consent =>
  consent.kind === 'asking' || consent.kind === 'failed' ? { kind: 'none' } : consent
