/** A sum as people type it: with spaces, with a minus of either kind; NaN where it is none. */
export const sumOf = (text: string): number =>
  Number(text.replaceAll(/[\s\u00a0\u202f\u2009₸]/g, '').replace('\u2212', '-') || 'nothing')
