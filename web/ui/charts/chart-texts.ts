import { texts } from '../../texts.ts'

export default texts({
  kz: { asTable: 'Кесте түрінде', asPicture: 'Сурет түрінде' },
  ru: { asTable: 'Таблицей', asPicture: 'Рисунком' },
})
