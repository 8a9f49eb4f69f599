/** What happened to one sale of a rehearsal, at an instant (ms since 1970). */
export type Told =
  | { sale: number; order: string; at: number }
  /** An answer to be asked again; `body` of one that is neither good nor 503, which none may be. */
  | { sale: number; step: string; bad: string; body?: string; at: number }
  /** `slowestMs`: of the answers it got, the one that took longest. */
  | { sale: number; end: string; order?: string; ms: number; slowestMs: number; at: number }
