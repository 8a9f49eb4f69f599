import { brand } from '#brand'

/** What a person agrees to, said in the message from 1414. */
export const consentPurpose = {
  kz: `${brand.name.kz}: ОГПО полисін ресімдеу үшін дербес деректерді жинау және өңдеу`,
  ru: `${brand.name.ru}: сбор и обработка персональных данных для оформления полиса ОГПО`,
}
