import { brand } from '#brand'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    pageTitle: `Құжаттар – ${brand.name.kz} сақтандыру брокері`,
    title: 'Құжаттар',
    lead: 'Лицензия, клиентке арналған талаптар мен саясаттар, ішкі қағидалар.',
    groups: { permission: 'Рұқсат құжаттары', clients: 'Клиентке', company: 'Компания туралы' },
  },
  ru: {
    pageTitle: `Документы – страховой брокер ${brand.name.ru}`,
    title: 'Документы',
    lead: 'Лицензия, условия для клиентов, внутренние правила.',
    groups: { permission: 'Разрешительные документы', clients: 'Клиентам', company: 'О компании' },
  },
})
