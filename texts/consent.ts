import { brand } from '#brand'

/** The code that a buyer types. */
export const buyerCode = (code: string) => ({
  kz: `${brand.name.kz}: растау коды ${code}. Бұл код – дербес деректеріңізді өңдеуге келісіміңіз. Оны ешкімге айтпаңыз.`,
  ru: `${brand.name.ru}: код подтверждения ${code}. Код означает ваше согласие на обработку персональных данных. Никому его не говорите.`,
})

/** What a person agrees to, said in the message from 1414. */
export const consentPurpose = {
  kz: `${brand.name.kz}: ОГПО полисін ресімдеу үшін дербес деректерді жинау және өңдеу`,
  ru: `${brand.name.ru}: сбор и обработка персональных данных для оформления полиса ОГПО`,
}
