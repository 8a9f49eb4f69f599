import type { InsurerFactName } from '#domain/insurer-facts.ts'
import { plural, texts } from '../../texts.ts'

/** A figure's value, its name, and the words for the insurer best by it. */
type Words = Record<InsurerFactName, { value: (n: string) => string; name: string; best: string }>

export default texts({
  kz: {
    difference: 'Айырмасы – апаттан кейін.',
    facts: {
      days_to_pay: {
        value: (n) => `${n}\u00a0күн`,
        name: 'төлеу мерзімі',
        best: 'ең жылдам төлейді',
      },
      offices: { value: (n) => n, name: 'кеңсе', best: 'кеңсесі ең көп' },
      complaints: { value: (n) => n, name: 'шағым, мың полиске', best: 'шағымы ең аз' },
    } satisfies Words as Words,
    term: 'Төлеу мерзімі – соңғы құжат тапсырылған күннен ақша төленгенге дейінгі жұмыс күндері: төлемдердің жартысы осы мерзімде жасалған.',
    source: (source: string, day: string) => `Дереккөз: ${source}, ${day}.`,
    sample: 'Бұл сандар көрсету үшін ойдан алынған.',
  },
  ru: {
    difference: 'Разница – после аварии.',
    facts: {
      days_to_pay: {
        value: (n) =>
          `${n}\u00a0${plural('ru', Number(n.replace(',', '.')), { one: 'день', few: 'дня', many: 'дней', other: 'дня' })}`,
        name: 'срок выплаты',
        best: 'платит быстрее всех',
      },
      offices: { value: (n) => n, name: 'офисы', best: 'больше всего офисов' },
      complaints: { value: (n) => n, name: 'жалобы на тысячу полисов', best: 'меньше всего жалоб' },
    } satisfies Words as Words,
    term: 'Срок выплаты – рабочие дни от последнего документа до денег: половина выплат уложилась в этот срок.',
    source: (source: string, day: string) => `Источник данных на ${day}: ${source}.`,
    sample: 'Эти числа вымышлены: они для демонстрации.',
  },
})
