import { texts } from '../../texts.ts'

export default texts({
  kz: { asTable: 'Кесте түрінде', asPicture: 'Диаграмма түрінде' },
  ru: { asTable: 'Таблицей', asPicture: 'Диаграммой' },
})
