import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'

/** What a client is told about a claim: its new states, and what staff did with it. */
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

const words: Record<ClaimNotice, Record<Locale, string>> = {
  under_consideration: { kz: 'өтініміңіз қаралуда. Толығырақ', ru: 'на рассмотрении. Подробнее' },
  accepted: { kz: 'өтініміңіз мақұлданды. Толығырақ', ru: 'одобрена. Подробнее' },
  rejected: { kz: 'өтініміңіз бойынша төлемнен бас тартылды. Себебі', ru: 'отклонена. Причина' },
  completed: { kz: 'өтініміңіз аяқталды. Толығырақ', ru: 'завершена. Подробнее' },
  request: {
    kz: 'өтініміңізге құжат жетіспейді. Жеке кабинетте қосыңыз',
    ru: 'не хватает документа. Добавьте его в личном кабинете',
  },
  message: { kz: 'өтініміңіз бойынша жаңа хабарлама бар', ru: 'новое сообщение' },
  report: { kz: 'өтініміңіз бойынша бағалау туралы есеп дайын', ru: 'готов отчёт об оценке' },
  infected: {
    kz: 'өтініміңізге қосқан файлыңыздан вирус табылды. Құжатты жеке кабинетте қайта жіберіңіз',
    ru: 'в файле найден вирус. Отправьте документ заново в личном кабинете',
  },
  damage: { kz: 'өтініміңіздегі залал түрі нақтыланды', ru: 'уточнён вид ущерба' },
}

/** The SMS: no name, nothing of what happened but the claim's number. */
export const claimSms = (
  notice: ClaimNotice,
  { number, link }: { number: string; link: string },
): Record<Locale, string> => ({
  kz: `${brand.name.kz}: ${number} нөмірлі ${words[notice].kz}: ${link}`,
  ru: `${brand.name.ru}: заявка ${number}: ${words[notice].ru}: ${link}`,
})
