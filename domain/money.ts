import Big from 'big.js'

/** Whole tenge. Every sum that is stored, charged or printed is one. */
export type Tenge = number

/**
 * Half-up to whole tenge, the only rounding of a sum: the law names none, the published calculators
 * round so (docs/law/ogpo-rules.md section 1).
 */
export function roundTenge(x: Big): Tenge {
  return x.round(0, Big.roundHalfUp).toNumber()
}

/**
 * A coefficient for reading: decimal comma, at most four decimals (`2.1016` → `2,1016`); a fraction
 * such as `184/365` stays as it is.
 */
export function formatCoefficient(decimal: string): string {
  if (decimal.includes('/')) return decimal
  const decimals = decimal.split('.')[1] ?? ''
  const shown = decimals.length > 4 ? new Big(decimal).round(4, Big.roundHalfUp).toFixed() : decimal
  return shown.replace('.', ',')
}
