/** What happened to one sale of a rehearsal, at an instant (ms since 1970). */
export type Told =
  | { sale: number; order: string; at: number }
  | { sale: number; bad: string; step: string; at: number }
  | { sale: number; end: string; order?: string; ms: number; at: number }
