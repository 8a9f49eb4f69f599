/**
 * What is sold, the oldest first, by the names that rows keep. Who adds a product adds it here; the
 * compiler then names every table that lacks it.
 */
export const productNames = ['ogpo', 'home'] as const
export type ProductName = (typeof productNames)[number]

/** What a purchase of a product may be; a subscription has one kind. */
export const purchaseKindsOf = {
  ogpo: ['new', 'prolong', 'reissue'],
  home: ['home'],
} as const satisfies Record<ProductName, readonly string[]>
export type PurchaseKind = (typeof purchaseKindsOf)[ProductName][number]
export const purchaseKinds: readonly PurchaseKind[] = Object.values(purchaseKindsOf).flat()

export function productOfKind(kind: PurchaseKind): ProductName {
  const of = (name: ProductName): readonly PurchaseKind[] => purchaseKindsOf[name]
  const product = productNames.find((name) => of(name).includes(kind))
  if (!product) throw new Error(`no product has the kind ${kind}`)
  return product
}

/** Whether a claim names the property it is about. */
export const claimAsksAddress: Readonly<Record<ProductName, boolean>> = { ogpo: false, home: true }

/** A name as a row keeps it; throws for a product nobody sells: a row of a newer release. */
export function productNamed(text: string): ProductName {
  const known = productNames.find((one) => one === text)
  if (!known) throw new Error(`there is no product ${text}`)
  return known
}
