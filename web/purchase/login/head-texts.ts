import { texts } from '../../texts.ts'

/** Names of the page for the tab. */
export default texts({
  kz: {
    pageTitle: 'Телефонды растау',
    description: 'ЖСН мен телефон нөмірін енгізіңіз, SMS арқылы код жібереміз.',
  },
  ru: {
    pageTitle: 'Подтверждение телефона',
    description: 'Введите ИИН и номер телефона, мы отправим код по SMS.',
  },
})
