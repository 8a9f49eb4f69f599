import { brand } from '#brand'
import { boundCode } from './bound-code.ts'

/** The SMS whose code signs the notice of an accident; the phone fills it in on our site alone. */
export const noticeCodeText = (code: string, host: string) => ({
  kz: boundCode(
    `${brand.name.kz}: жол-көлік оқиғасы туралы декларацияға қол қою коды ${code}. Оны ешкімге айтпаңыз.`,
    host,
    code,
  ),
  ru: boundCode(
    `${brand.name.ru}: код для подписи декларации о ДТП: ${code}. Никому его не говорите.`,
    host,
    code,
  ),
})
