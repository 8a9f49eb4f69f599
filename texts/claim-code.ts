import { brand } from '#brand'
import { boundCode } from './bound-code.ts'

/**
 * The SMS whose code signs the applications of a claim; the phone fills it in on our site alone.
 */
export const claimCode = (code: string, number: string, host: string) => ({
  kz: boundCode(
    `${brand.name.kz}: ${number} полисі бойынша өтінішке қол қою коды ${code}. Оны ешкімге айтпаңыз.`,
    host,
    code,
  ),
  ru: boundCode(
    `${brand.name.ru}: код для подписи заявления по полису ${number}: ${code}. Никому его не говорите.`,
    host,
    code,
  ),
})
