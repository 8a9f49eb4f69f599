import { texts } from '../texts.ts'

export default texts({
  kz: { ladder: '«Бонус-малус» сыныптары', class: 'Сынып', factor: 'Коэффициент' },
  ru: { ladder: 'Классы «бонус-малус»', class: 'Класс', factor: 'Коэффициент' },
})
