import { brand } from '#brand'
import type { AlarmReason } from '#domain/alarm.ts'
import { formatTime } from '#domain/calendar.ts'
import type { Localized } from '#domain/locale.ts'
import type { SaleVerdict } from '#domain/sale-steps.ts'
import { letterOf } from './letter.ts'

/** Facts for a letter to the person on duty; `waiting`: those who have paid and have no policy. */
type Facts = {
  began: Date
  /** The part that has stopped, if no outside system is the reason. */
  kind: SaleVerdict['kind']
  waiting: number
  systems: readonly string[]
  link: string
}

const subjects: Readonly<Record<AlarmReason | 'over', string>> = {
  stopped: 'Сату тоқтап тұр / Продажи остановлены',
  waits: 'Төлегендер полисін күтіп тұр / Оплатившие ждут полис',
  over: 'Қалпына келді / Работа восстановлена',
}

const smsSubjects: Readonly<Record<AlarmReason | 'over', Localized>> = {
  stopped: { kz: 'сату тоқтап тұр', ru: 'продажи стоят' },
  waits: { kz: 'төлегендер полисін күтіп тұр', ru: 'оплатившие ждут полис' },
  over: { kz: 'сату қалпына келді', ru: 'продажи восстановились' },
}

/** Faults that we must fix ourselves, and how. */
const ours: Partial<Record<SaleVerdict['kind'], string>> = {
  no_tariff:
    'Тариф кестелері жоқ, құны есептелмейді. Анықтамалыққа кестелерді енгізіңіз / Нет таблиц тарифа, стоимость не рассчитывается. Внесите таблицы в справочник',
  no_insurer:
    'Бірде-бір компанияның комиссиясы енгізілмеген, полис құны есептелмейді. Анықтамалыққа комиссияны енгізіңіз / Комиссия не внесена ни для одной компании, стоимость не рассчитывается. Внесите комиссию в справочник',
  lists_old:
    'Тізімдер ескірген, полис ресімделмейді. Тізімдерді жаңартыңыз / Перечни устарели, полисы не оформляются. Обновите перечни',
}

/**
 * Returns a letter to the people on duty, in both languages: we do not know whose mailbox it is.
 */
export const alarmLetter = (
  about: AlarmReason | 'over',
  { began, kind, waiting, systems, link }: Facts,
) => {
  const reason = about === 'over' ? undefined : ours[kind]
  return letterOf('ru', {
    subject: `${brand.name.ru}: ${subjects[about]}`,
    blocks: [
      `${subjects[about]}.`,
      [
        ...(reason ? [['Себебі / Причина', reason] as const] : []),
        ['Басталуы / Началось', formatTime(began)],
        ['Полис күтіп тұрғандар / Ждут полис', String(waiting)],
        ...(systems.length > 0 ? [['Жүйелер / Системы', systems.join(', ')] as const] : []),
      ],
      { label: 'Жүйелердің күйі / Состояние систем', link },
    ],
  })
}

/** The same in short to an administrator's phone, if no mailbox accepts the letter. */
export const alarmSms = (about: AlarmReason | 'over'): Localized => ({
  kz: `${brand.name.kz}: ${smsSubjects[about].kz}. Кезекшілердің поштасы хат қабылдамайды.`,
  ru: `${brand.name.ru}: ${smsSubjects[about].ru}. Почта дежурных не принимает письма.`,
})
