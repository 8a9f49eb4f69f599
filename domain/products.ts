/**
 * What is sold, the oldest first, by the names that rows keep. Who adds a product adds it here; the
 * compiler then names every table that lacks it.
 */
export const productNames = ['ogpo', 'home'] as const
export type ProductName = (typeof productNames)[number]

/** A name as a row keeps it; throws for a product nobody sells: a row of a newer release. */
export function productNamed(text: string): ProductName {
  const known = productNames.find((one) => one === text)
  if (!known) throw new Error(`there is no product ${text}`)
  return known
}
