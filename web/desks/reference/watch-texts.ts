import { watchedQueues } from '#domain/system-health.ts'
import { texts } from '../../texts.ts'

/** Two queues of two products do the same: the name of the queue stands beside its work. */
export const queuesOf = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(watchedQueues.map((job) => [job, `${words[job] ?? job} (${job})`]))

/**
 * What a desk calls late or unusual: the kinds of rows, their fields, the acts that are counted.
 */
export default texts({
  kz: {
    kind: { queue_allowances: 'Кезекте күту шегі', unusual_acts: 'Әдеттен тыс әрекет' },
    about: {
      queue_allowances:
        'Кезектегі ең ескі жұмыс неше минуттан артық күтсе, жүйелер бетінде кешіккен деп көрсетіледі. Жазбасы жоқ кезекке – 60 минут.',
      unusual_acts:
        'Бір адам бір әрекетті бір сағатта осынша рет жасаса, журналда белгіленеді. Өткен күндер сол кездегі шек бойынша бағаланады.',
    },
    fields: {
      job: 'Кезек',
      minutes: 'Күту шегі, мин',
      action: 'Әрекет',
      per_hour: 'Сағатына, рет',
    },
    acts: {
      'client.iin_revealed': 'клиенттің ЖСН-ін ашу',
      'client.phone_revealed': 'клиенттің телефонын ашу',
      'client.document_revealed': 'клиент құжатының нөмірін ашу',
      'client.looked_at': 'клиенттің бетін ашу',
      'order.looked_at': 'тапсырысты ашу',
      'claim.looked_at': 'өтінімді ашу',
      'desk.searched': 'нөмір бойынша іздеу',
      'person.looked_up': 'адамды тіркелімнен іздеу',
      'vehicle.looked_up': 'көлікті тізілімнен іздеу',
      'report.exported': 'есепті жүктеп алу',
      'file.opened': 'файлды ашу',
      'user.password_reset': 'жаңа құпиясөз жіберу',
      'refund.details_entered': 'банктік деректеме енгізу',
    } as Record<string, string>,
  },
  ru: {
    kind: { queue_allowances: 'Ожидание в очередях', unusual_acts: 'Необычные действия' },
    about: {
      queue_allowances:
        'Сколько минут самая старая работа очереди может ждать. Если дольше, страница систем покажет её как опоздавшую. Для очереди без записи – 60 минут.',
      unusual_acts:
        'Если один человек за час совершит действие столько раз, журнал это отметит. Прошлые дни оцениваются по пределу, который действовал тогда.',
    },
    fields: { job: 'Очередь', minutes: 'Ожидание, мин', action: 'Действие', per_hour: 'Раз в час' },
    acts: {
      'client.iin_revealed': 'открыть ИИН клиента',
      'client.phone_revealed': 'открыть телефон клиента',
      'client.document_revealed': 'открыть номер документа клиента',
      'client.looked_at': 'открыть страницу клиента',
      'order.looked_at': 'открыть заказ',
      'claim.looked_at': 'открыть заявку',
      'desk.searched': 'поиск по номеру',
      'person.looked_up': 'поиск человека в регистре',
      'vehicle.looked_up': 'поиск автомобиля в реестре',
      'report.exported': 'выгрузить отчёт',
      'file.opened': 'открыть файл',
      'user.password_reset': 'отправить новый пароль',
      'refund.details_entered': 'внести банковские реквизиты',
    } as Record<string, string>,
  },
})
