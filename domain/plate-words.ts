/** `123ABC02` as on the plate: `123 ABC 02`, on one line. */
export const plateWords = (plate: string): string =>
  (plate.match(/[A-Z]+|\d+/g) ?? [plate]).join('\u00a0')
