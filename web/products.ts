import type { PageName } from '#contract/pages.ts'
import { type ProductName, type PurchaseKind, productOfKind } from '#domain/products.ts'
import type { DocumentKind } from '#texts/document-names.ts'

/**
 * What a product is to the pages of clients and staff; the components that draw it are not here.
 */
type ProductOnSite = {
  /** Where its purchase goes on: paid, awaited, looked at. */
  orderPage: PageName
  /** A subscription, paid a month at a time by a card. */
  monthly: boolean
  /** The documents of its policy, by where each is downloaded. */
  downloads: Partial<Record<DocumentKind, string>>
}

export const onSite: Readonly<Record<ProductName, ProductOnSite>> = {
  ogpo: {
    orderPage: 'ogpo-calculator-result',
    monthly: false,
    downloads: {
      policy: 'download-policy',
      covernote: 'download-policy-covernote',
      slip: 'download-policy-slip',
      applicantForm: 'download-applicant-form',
    },
  },
  home: {
    orderPage: 'egov-home-insurance',
    monthly: true,
    downloads: { policy: 'download-policy-home' },
  },
}

export const onSiteByKind = (kind: PurchaseKind): ProductOnSite => onSite[productOfKind(kind)]
