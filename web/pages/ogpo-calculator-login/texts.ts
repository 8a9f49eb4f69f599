import { texts } from '../../texts.ts'

export default texts({
  kz: { title: 'Телефонды растау', description: 'ЖСН мен телефон нөмірін енгізіңіз, SMS арқылы код жібереміз.' },
  ru: { title: 'Подтверждение телефона', description: 'Введите ИИН и номер телефона, мы отправим код по SMS.' },
})
