import { brand } from '#brand'
import type { AlarmReason } from '#domain/alarm.ts'
import { formatTime } from '#domain/calendar.ts'
import { letterOf } from './letter.ts'

/** What a letter to whoever keeps watch tells; `waiting`: who has paid and has no policy. */
type Facts = { began: Date; waiting: number; systems: readonly string[]; link: string }

const subjects: Readonly<Record<AlarmReason | 'over', string>> = {
  stopped: 'Сату тоқтап тұр / Продажи стоят',
  waits: 'Төлегендер полисін күтіп тұр / Оплатившие ждут полис',
  over: 'Қалпына келді / Восстановилось',
}

/** A letter to whoever keeps watch, in both languages: whose mailbox it is nobody knows. */
export const alarmLetter = (
  about: AlarmReason | 'over',
  { began, waiting, systems, link }: Facts,
) =>
  letterOf('ru', {
    subject: `${brand.name.ru}: ${subjects[about]}`,
    blocks: [
      `${subjects[about]}.`,
      [
        ['Басталуы / Началось', formatTime(began)],
        ['Полис күтіп тұрғандар / Ждут полис', String(waiting)],
        ...(systems.length > 0 ? [['Жүйелер / Системы', systems.join(', ')] as const] : []),
      ],
      { label: 'Жүйелердің күйі / Состояние систем', link },
    ],
  })
