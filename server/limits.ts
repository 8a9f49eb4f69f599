import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Answer } from './refuse.ts'

/** Limits that hold across processes: counted in the database. Points per seconds. */
const rules = {
  otpPerPhone: { points: 5, duration: 600 },
  otpPerIin: { points: 8, duration: 3_600 },
  otpPerAddress: { points: 40, duration: 600 },
  consentPerPhone: { points: 4, duration: 600 },
  consentPerBuyer: { points: 40, duration: 3_600 },
  lookupsPerBuyer: { points: 240, duration: 3_600 },
  calculatesPerBuyer: { points: 120, duration: 3_600 },
  checksPerAddress: { points: 300, duration: 600 },
  feedbackPerAddress: { points: 10, duration: 3_600 },
  feedbackPerPhone: { points: 5, duration: 3_600 },
  papersPerOrder: { points: 5, duration: 3_600 },
  forgotPerPhone: { points: 5, duration: 600, exact: true },
  forgotPerAddress: { points: 30, duration: 3_600 },
  forgotPerLogin: { points: 5, duration: 600, exact: true },
  draftsPerPromoter: { points: 2_000, duration: 3_600 },
  handOffPerAddress: { points: 600, duration: 600 },
  signInsPerAddress: { points: 60, duration: 300 },
  codesPerPhone: { points: 6, duration: 600 },
  clientCodesPerPolicy: { points: 6, duration: 86_400 },
  passwordPerAccount: { points: 10, duration: 300, exact: true },
  suggestionsPerClient: { points: 1_200, duration: 3_600 },
  exportsPerClient: { points: 10, duration: 3_600 },
  idpStartsPerAddress: { points: 40, duration: 300 },
  partnerLinksPerAddress: { points: 60, duration: 300 },
  uploadsPerClient: { points: 30, duration: 3_600 },
} as const satisfies Record<string, { points: number; duration: number; exact?: boolean }>
export type LimitName = keyof typeof rules

export type Limits = {
  /** Counts one; throws 429 with Retry-After when the limit is reached. */
  count(name: LimitName, key: string): Promise<void>
}

export function limits(connections: Pool, scale = 1): Limits {
  const made = new Map(
    Object.entries(rules).map(([name, rule]) => [
      name,
      new RateLimiterPostgres({
        storeClient: connections,
        storeType: 'pool',
        tableName: 'rate_limits',
        // Made by our own migration.
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        // A rule of the specification itself is the same beside the sandbox.
        points: 'exact' in rule ? rule.points : rule.points * scale,
        duration: rule.duration,
      }),
    ]),
  )
  return {
    count: async (name, key) => {
      try {
        await made.get(name)?.consume(key)
      } catch (cause) {
        if (!(cause instanceof RateLimiterRes)) throw cause
        throw new Answer(
          429,
          { code: name === 'signInsPerAddress' ? 13001 : 13000 },
          { 'retry-after': String(Math.max(1, Math.ceil(cause.msBeforeNext / 1_000))) },
        )
      }
    },
  }
}
