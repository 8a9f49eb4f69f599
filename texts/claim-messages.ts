import { brand } from '#brand'
import { inEveryLanguage, type Localized } from '#domain/locale.ts'

/** Messages to a client about a claim: its new states, and staff's acts. */
export const claimNotices = [
  'under_consideration',
  'accepted',
  'rejected',
  'completed',
  'request',
  'message',
  'report',
  'damage',
  'infected',
] as const
export type ClaimNotice = (typeof claimNotices)[number]

/** A whole sentence each, with the claim's number in it; the address follows. */
const sentences: Record<ClaimNotice, Localized<(number: string) => string>> = {
  under_consideration: {
    kz: (number) => `${number} нөмірлі өтініміңіз қаралуда. Толығырақ`,
    ru: (number) => `заявка ${number} на рассмотрении. Подробнее`,
  },
  accepted: {
    kz: (number) => `${number} нөмірлі өтініміңіз мақұлданды. Толығырақ`,
    ru: (number) => `заявка ${number} одобрена. Подробнее`,
  },
  rejected: {
    kz: (number) =>
      `${number} нөмірлі өтініміңіз бойынша сақтандыру төлемінен бас тартылды. Себебі`,
    ru: (number) => `по заявке ${number} в страховой выплате отказано. Причина`,
  },
  completed: {
    kz: (number) => `${number} нөмірлі өтініміңізді қарау аяқталды. Толығырақ`,
    ru: (number) => `заявка ${number} завершена. Подробнее`,
  },
  request: {
    kz: (number) => `${number} нөмірлі өтініміңізге құжат жетіспейді. Жеке кабинетте қосыңыз`,
    ru: (number) => `по заявке ${number} не хватает документа. Добавьте его в личном кабинете`,
  },
  message: {
    kz: (number) => `${number} нөмірлі өтініміңіз бойынша жаңа хабарлама бар`,
    ru: (number) => `новое сообщение по заявке ${number}`,
  },
  report: {
    kz: (number) => `${number} нөмірлі өтініміңіз бойынша бағалау туралы есеп дайын`,
    ru: (number) => `готов отчёт об оценке по заявке ${number}`,
  },
  infected: {
    kz: (number) =>
      `№\u00a0${number} өтініміңіздің файлынан вирус табылды. Құжатты қайта жіберіңіз`,
    ru: (number) => `в файле к заявке ${number} найден вирус. Отправьте документ заново`,
  },
  damage: {
    kz: (number) => `${number} нөмірлі өтініміңіздегі залал түрі нақтыланды`,
    ru: (number) => `уточнён вид ущерба по заявке ${number}`,
  },
}

/** The SMS: no name, nothing of what happened but the claim's number. */
export const claimSms = (
  notice: ClaimNotice,
  { number, link }: { number: string; link: string },
): Localized =>
  inEveryLanguage(
    (locale) => `${brand.name[locale]}: ${sentences[notice][locale](number)}: ${link}`,
  )

/**
 * Returns the message to the policyholder about a third party's claim: their own policy, nothing
 * about the claimant, and our contact.
 */
export const thirdPartyClaimed = (policy: string): Localized => ({
  kz: `${brand.name.kz}: ${policy} полисіңіз бойынша басқа адам сақтандыру төлеміне өтінім берді. Сұрақ болса: ${brand.callCentre}`,
  ru: `${brand.name.ru}: по Вашему полису ${policy} другой человек подал заявку на страховую выплату. Вопросы: ${brand.callCentre}`,
})
