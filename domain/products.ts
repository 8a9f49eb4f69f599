import type { Cause } from './claims/causes.ts'

/**
 * Our products, oldest first, by their names in rows. Add a product here: the compiler then names
 * every table that lacks it.
 */
export const productNames = ['ogpo', 'home'] as const
export type ProductName = (typeof productNames)[number]

/** Kinds of a product's purchase; a subscription has one. */
export const purchaseKindsOf = {
  ogpo: ['new', 'prolong', 'reissue'],
  home: ['home'],
} as const satisfies Record<ProductName, readonly string[]>
export type OgpoKind = (typeof purchaseKindsOf.ogpo)[number]
export type PurchaseKind = (typeof purchaseKindsOf)[ProductName][number]
export const purchaseKinds: readonly PurchaseKind[] = Object.values(purchaseKindsOf).flat()

export function productOfKind(kind: PurchaseKind): ProductName {
  const of = (name: ProductName): readonly PurchaseKind[] => purchaseKindsOf[name]
  const product = productNames.find((name) => of(name).includes(kind))
  if (!product) throw new Error(`no product has the kind ${kind}`)
  return product
}

/** A product's claims. */
export type ProductClaim = {
  /** Law 446-II rules it; otherwise the insurer's rules do. */
  byMotorLaw: boolean
  /** Its form names the property it is about. */
  asksAddress: boolean
  /** Cause of an incident if none was given. */
  unnamedCause: Cause
  /** What the client answers questions about, and which picture is drawn. */
  scene: Scene
}
/**
 * Where incidents of the insured object happen. On the road: who else took part, injuries, whether
 * the car drives. In a dwelling: the cause, and whose property.
 */
export const scenes = ['road', 'dwelling'] as const
export type Scene = (typeof scenes)[number]

export const claimsUnder: Readonly<Record<ProductName, ProductClaim>> = {
  ogpo: { byMotorLaw: true, asksAddress: false, unnamedCause: 'collision', scene: 'road' },
  home: { byMotorLaw: false, asksAddress: true, unnamedCause: 'other_home', scene: 'dwelling' },
}

/** Returns a row's name as a product; throws for an unknown one: a row of a newer release. */
export function productNamed(text: string): ProductName {
  const known = productNames.find((one) => one === text)
  if (!known) throw new Error(`there is no product ${text}`)
  return known
}
