import { texts } from '../texts.ts'

export default texts({
  kz: { company: 'Компания туралы', trail: 'Бет жолы' },
  ru: { company: 'О компании', trail: 'Путь к странице' },
})
