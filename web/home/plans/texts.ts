import { texts } from '../../texts.ts'

export default texts({
  kz: {
    plan: 'Бағдарлама',
    insurance_amount: 'Баспана, ең көбі',
    interior_finishing: 'Ішкі әрлеу, ең көбі',
    neighbour_compensation: 'Көршілерге, ең көбі',
    none: 'Қазір бағдарлама сатылмайды. Кейінірек кіріп көріңіз.',
  },
  ru: {
    plan: 'Программа',
    insurance_amount: 'Жильё, до',
    interior_finishing: 'Отделка, до',
    neighbour_compensation: 'Соседям, до',
    none: 'Сейчас программы не продаются. Загляните позже.',
  },
})
