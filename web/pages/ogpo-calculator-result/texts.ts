import { texts } from '../../texts.ts'

export default texts({
  kz: { title: 'Есептеу нәтижесі', description: 'Есептелген құны, төлем және полистің күйі.' },
  ru: { title: 'Результат расчёта', description: 'Рассчитанная стоимость, оплата и состояние полиса.' },
})
