import { brand } from '#brand'
import { boundCode } from './bound-code.ts'

/**
 * The code that a buyer types, bound to the site that requested it; two parts of an SMS at most.
 */
export const buyerCode = (code: string, host: string) => ({
  kz: boundCode(
    `${brand.name.kz}: растау коды ${code}, ешкімге айтпаңыз. Енгізсеңіз, дербес деректеріңізді жинауға және өңдеуге келісесіз.`,
    host,
    code,
  ),
  ru: boundCode(
    `${brand.name.ru}: код подтверждения ${code}, никому не говорите. Его ввод – согласие на сбор и обработку персональных данных.`,
    host,
    code,
  ),
})

/** What a person agrees to, in the message from 1414, which names us itself. */
export const consentPurpose = {
  kz: 'ОГПО полисін ресімдеу үшін дербес деректерді жинау және өңдеу',
  ru: 'сбор и обработка персональных данных для оформления полиса ОГПО',
}

/** The same for an injured third party who claims (decision 224). */
export const claimConsentPurpose = {
  kz: 'сақтандыру төлеміне өтінімді қарау үшін дербес деректерді жинау және өңдеу',
  ru: 'сбор и обработка персональных данных для рассмотрения заявки на страховую выплату',
}
