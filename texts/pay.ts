import { brand } from '#brand'

/** Words a bank or an acquirer shows the payer. */
export const payTexts = {
  purpose: (number: string) => ({
    kz: `${brand.name.kz}: ОГПО полисі, ${number} нөмірлі тапсырыс`,
    ru: `${brand.name.ru}: полис ОГПО, заказ ${number}`,
  }),
  /** On the receipt of a Home payment. */
  homeReceipt: (number: string) => ({
    kz: `${brand.name.kz}: Home жазылымы, ${number}`,
    ru: `${brand.name.ru}: подписка Home, ${number}`,
  }),
}
