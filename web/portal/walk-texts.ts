import { texts } from '../texts.ts'

/** Keys of the portal's lists. */
export default texts({
  kz: { walk: 'келесі, алдыңғы жол', open: 'ашу', on: 'Жеке пернелер жұмыс істесін' },
  ru: { walk: 'следующая, предыдущая строка', open: 'открыть', on: 'Одиночные клавиши включены' },
})
