import type { Finding } from '#domain/contract/findings.ts'
import { texts } from '../texts.ts'

type Sentence = (expected: string, found: string) => string

/**
 * What is wrong with a contract's money, a sentence each; `expected` and `found` come as people
 * write them.
 */
export default texts({
  kz: {
    refunded_more_than_paid: (paid, back) =>
      `Төленгеннен артық қайтарылған. Төленгені: ${paid}, қайтарылғаны мен қайтарылатыны: ${back}.`,
    in_force_and_refunded: (premium, kept) =>
      `Полис күшінде, ал ақшасы қайтарылған. Сыйлықақы: ${premium}, бізде қалғаны: ${kept}.`,
    two_in_force: (one, several) =>
      `Бір шарт бойынша бірнеше полис қатар күшінде: болуға тиісі – ${one}, бары – ${several}.`,
    reissue_counted_twice: (_, twice) =>
      `Қайта ресімдеу кезінде сыйлықақы екі рет есептелген. Артық есептелгені: ${twice}.`,
    reissue_of_an_ended_policy: (_, taken) =>
      `Тоқтатылған полис қайта ресімделген. Енді жоқ сыйлықақыдан жаңа полиске есептелгені: ${taken}.`,
    kept_differs: (booked, kept) =>
      `Бізде қалған ақша журналға сәйкес емес. Журналда: ${booked}, бізде: ${kept}.`,
  } as Record<Finding, Sentence>,
  ru: {
    refunded_more_than_paid: (paid, back) =>
      `Возвращено больше, чем оплачено: оплачено ${paid}, возвращено и к возврату ${back}.`,
    in_force_and_refunded: (premium, kept) =>
      `Полис действует, а деньги возвращены: премия ${premium}, у нас осталось ${kept}.`,
    two_in_force: (one, several) =>
      `По одному договору действует несколько полисов: должно быть ${one}, есть ${several}.`,
    reissue_counted_twice: (_, twice) =>
      `При переоформлении премия учтена дважды: лишнее – ${twice}.`,
    reissue_of_an_ended_policy: (_, taken) =>
      `Переоформлен прекращённый полис: в новый зачтено ${taken} премии, которой уже не было.`,
    kept_differs: (booked, kept) =>
      `Оставшиеся у нас деньги не сходятся с журналом: по журналу ${booked}, осталось ${kept}.`,
  },
})
