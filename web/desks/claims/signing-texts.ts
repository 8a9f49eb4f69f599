import { texts } from '../../texts.ts'

/** Words of a decision by two people, and of what others did meanwhile. */
export default texts({
  kz: {
    title: 'Екі қолтаңба',
    fromSum: (sum: string) => `${sum} және одан көп сома бойынша шешімді екі адам қабылдайды`,
    withGranted: (granted: string, sum: string) =>
      `Осы полис бойынша бұрын мақұлданған ${granted} қосылып, ${sum} не одан көп болады: шешімді екі адам қабылдайды`,
    always: 'Сақтандыру төлемі туралы шешімді екі адам қабылдайды',
    ask: 'Қол қоюға жіберу',
    asked: 'Екінші қолтаңбаға жіберілді',
    toPay: 'Төленетіні',
    noSum: 'сомасыз',
    reason: 'Себебі',
    message: 'Клиентке',
    messageText: 'Екінші қолтаңба қойылған соң SMS жіберіледі',
    approve: 'Қол қойып мақұлдау',
    changed: 'Бірінші қолтаңбадан кейін өтінім өзгерді: бұл күйінде қол қойылмайды.',
    meanwhile: 'Сіз жазып отырғанда',
    meanwhileSaid: (sum: string) => `Сіз жазып отырғанда басқа қызметкер мынаны жазды: ${sum}`,
    yourText: 'Сіз жазған мәтін',
  },
  ru: {
    title: 'Две подписи',
    fromSum: (sum: string) => `${sum} и больше: решение принимают двое`,
    withGranted: (granted: string, sum: string) =>
      `Вместе с одобренными раньше по этому полису ${granted} будет ${sum} или больше: решение принимают двое`,
    always: 'О страховой выплате решают двое',
    ask: 'На вторую подпись',
    asked: 'Отправлено на вторую подпись',
    toPay: 'К выплате',
    noSum: 'без суммы',
    reason: 'Причина',
    message: 'Клиенту',
    messageText: 'SMS уйдёт после второй подписи',
    approve: 'Подписать и одобрить',
    changed: 'После первой подписи заявка изменилась: в таком виде её не подписать.',
    meanwhile: 'Пока вы писали',
    meanwhileSaid: (sum: string) => `Пока вы писали, другой сотрудник записал: ${sum}`,
    yourText: 'Ваш текст',
  },
})
