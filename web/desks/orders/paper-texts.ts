import { texts } from '../../texts.ts'

/** Papers of a sale as a desk opens them. */
export default texts({
  kz: {
    title: 'Құжаттар',
    none: 'Құжат әлі жоқ',
    kinds: {
      policy: 'Полис',
      covernote: 'Ковернота',
      slip: 'Слип',
      applicantForm: 'Өтініш-сауалнама',
      receipt: 'Фискалдық чек',
      refund_receipt: 'Қайтару чегі',
      claim: 'Сақтандыру жағдайының файлы',
    },
    audited: 'Әр ашылған құжат журналға жазылады',
  },
  ru: {
    title: 'Документы',
    none: 'Документов пока нет',
    kinds: {
      policy: 'Полис',
      covernote: 'Ковернота',
      slip: 'Слип',
      applicantForm: 'Заявление',
      receipt: 'Фискальный чек',
      refund_receipt: 'Чек возврата',
      claim: 'Файл страхового случая',
    },
    audited: 'Каждое открытие записывается в журнал',
  },
})
