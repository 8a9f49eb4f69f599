/** A likeness as people read it: 0.934 is `93 %`; only equality is `100 %`. */
export const percent = (score: number): string => `${Math.floor(score * 100)}\u00a0%`
