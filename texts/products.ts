import type { Localized } from '#domain/locale.ts'
import type { ProductName } from '#domain/products.ts'

/** Names of the products as shown with a policy. */
export const productTitles: Record<ProductName, Localized> = {
  ogpo: { kz: 'Міндетті автосақтандыру (ОГПО)', ru: 'Обязательное автострахование (ОГПО)' },
  home: { kz: 'Баспананы сақтандыру (Home)', ru: 'Страхование жилья (Home)' },
}

/** Short names for the desks, in a line with room for one word. */
export const productShort: Localized<Record<ProductName, string>> = {
  kz: { ogpo: 'ОГПО', home: 'Home' },
  ru: { ogpo: 'ОГПО', home: 'Home' },
}
