import type { Locale } from '#domain/locale.ts'
import { texts } from '../../texts.ts'

const broken = { kz: 'байланыс үзілді', ru: 'связь прервалась' }
const unreachable = { kz: 'қосылу мүмкін болмады', ru: 'не удалось подключиться' }
/** What a failed call of ours is noted with: codes of the network, words of the client. */
const reasonsIn = (locale: Locale): Record<string, string> => ({
  ECONNRESET: broken[locale],
  EPIPE: broken[locale],
  UND_ERR_SOCKET: broken[locale],
  ECONNREFUSED: unreachable[locale],
  ENOTFOUND: unreachable[locale],
  EAI_AGAIN: unreachable[locale],
  UND_ERR_CONNECT_TIMEOUT: unreachable[locale],
})

export default texts({
  kz: {
    status: (code: string) => `қате туралы жауап берді: ${code}`,
    unreadable: 'жауабы түсініксіз',
    reasons: {
      ...reasonsIn('kz'),
      'time limit': 'уақытында жауап бермеді',
      'circuit open': 'қате көп болғандықтан, сұрау уақытша тоқтатылды',
      'every session is busy': 'барлық қосылым бос емес',
      failed: 'сұрау орындалмады',
    } as Record<string, string>,
  },
  ru: {
    status: (code: string) => `ответ с ошибкой ${code}`,
    unreadable: 'ответ не разобрать',
    reasons: {
      ...reasonsIn('ru'),
      'time limit': 'не ответила вовремя',
      'circuit open': 'после сбоев запросы приостановлены',
      'every session is busy': 'все соединения заняты',
      failed: 'запрос не удался',
    },
  },
})
