/** A likeness as people read it: 0.934 is `93 %`; only equality is `100 %`. */
export const percent = (score: number): string => `${Math.floor(score * 100)}\u00a0%`

/** The same to a tenth, as parts of a likeness are compared: `93,3 %`. */
export const tenth = (score: number): string =>
  `${(Math.floor(Math.round(score * 1e6) / 1e3) / 10).toFixed(1).replace('.', ',').replace(',0', '')}\u00a0%`
