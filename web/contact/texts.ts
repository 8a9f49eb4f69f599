import { brand } from '#brand'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    trail: 'Бет жолы',
    summary: 'Тексеріңіз:',
    tooMany: 'Сәл күтіңіз',
    tooManyText: (wait: string) =>
      `Бұл нөмірден немесе осы желіден тым көп сұрау келді. ${wait} қайталаңыз немесе ${brand.callCentre} нөміріне қоңырау шалыңыз.`,
    number: 'Сұрау нөмірі:',
    home: 'Басты бетке өту',
    wrongTitle: 'Қате бар',
    optional: 'міндетті емес',
  },
  ru: {
    trail: 'Путь к странице',
    summary: 'Проверьте:',
    tooMany: 'Немного подождите',
    tooManyText: (wait: string) =>
      `С этого номера или из этой сети пришло слишком много запросов. Повторите ${wait} или позвоните по номеру ${brand.callCentre}.`,
    number: 'Номер обращения:',
    home: 'На главную',
    wrongTitle: 'Ошибка',
    optional: 'необязательно',
  },
})
