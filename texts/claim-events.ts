import type { Shows } from '#domain/claim-way/photographs.ts'
import { formatMoney } from '#domain/format.ts'
import type { Locale, Localized } from '#domain/locale.ts'
import { sceneWords } from './claim-scenes.ts'
import { paperNames } from './claim-verdict.ts'

/** Acts on a claim, at its desk and in its file for the insurer. */
export const claimEvents = {
  kz: {
    'note.said': 'Ішкі жазба',
    'note.handed': 'Әріптеске берілді',
    'note.left': 'Өтінімді енді қарамайды',
    sent: 'Құжаттар жіберілді',
    wait: 'Берілді',
    under_consideration: 'Қарауға алынды',
    accepted: 'Мақұлданды',
    rejected: 'Бас тартылды',
    completed: 'Аяқталды',
    asked: 'Құжат сұратылды',
    document: 'Құжат қосылды',
    message: 'Хабарлама жазылды',
    damage: 'Залал түрі өзгертілді',
    report: 'Есеп қосылды, клиентке көрсетілмеді',
    report_shown: 'Есеп клиентке көрсетілді',
    report_hidden: 'Есеп клиенттен жасырылды',
    infected: 'Файлдан вирус табылды, файл жойылды',
    report_infected: 'Есеп файлынан вирус табылды, файл жойылды',
    paper_fits: 'Құжат жарамды деп белгіленді',
    paper_again: 'Құжат қайта сұралсын деп белгіленді',
    paper_open: 'Құжаттағы белгі алып тасталды',
    sums: 'Сомалар жазылды (сұралған / бағалау)',
    held: 'Шешім қабылданды',
    taken_back: 'Шешім қайтарып алынды',
    not_gone: 'Шешім күшіне енбеді, өтінім өзгерді',
    sign_asked: 'Екінші қолтаңбаға жіберілді',
    sign_declined: 'Екінші қолтаңба қойылмады',
    sign_withdrawn: 'Қол қою туралы сұрау қайтарып алынды',
  },
  ru: {
    'note.said': 'Внутренняя заметка',
    'note.handed': 'Передано коллеге',
    'note.left': 'Больше не ведёт',
    sent: 'Документы отправлены',
    wait: 'Подана',
    under_consideration: 'Взята на рассмотрение',
    accepted: 'Одобрена',
    rejected: 'Отказано',
    completed: 'Завершена',
    asked: 'Запрошен документ',
    document: 'Добавлен документ',
    message: 'Написано сообщение',
    damage: 'Изменён вид ущерба',
    report: 'Отчёт загружен, клиенту не показан',
    report_shown: 'Отчёт показан клиенту',
    report_hidden: 'Отчёт скрыт от клиента',
    infected: 'В файле найден вирус, файл удалён',
    report_infected: 'В отчёте найден вирус, файл удалён',
    paper_fits: 'Документ отмечен как годный',
    paper_again: 'Документ отмечен: запросить заново',
    paper_open: 'Отметка с документа снята',
    sums: 'Записаны суммы (просят / оценка)',
    held: 'Принято решение',
    taken_back: 'Решение отозвано',
    not_gone: 'Решение не вступило в силу: заявка изменилась',
    sign_asked: 'Отправлена на вторую подпись',
    sign_declined: 'Вторая подпись не поставлена',
    sign_withdrawn: 'Запрос подписи отозван',
  },
} satisfies Localized<Record<string, string>>

/** A paper or what a photograph shows, by its slot; else the slot as it is. */
export const claimPaperName = (slot: string, locale: Locale): string =>
  (paperNames[locale] as Record<string, string>)[slot] ??
  sceneWords[slot as Shows]?.[locale] ??
  slot

/** Returns the note of an act in a claim's history: slots by their names, sums as sums. */
export function claimEventNote(what: string, note: string, locale: Locale): string {
  if (what === 'sums') return note.replace(/\d+/g, (digits) => formatMoney(Number(digits)))
  if (what === 'held' || what === 'taken_back' || what === 'not_gone')
    return (claimEvents[locale] as Record<string, string>)[note] ?? note
  return note
    .split(', ')
    .map((one) => claimPaperName(one, locale))
    .join(', ')
}
