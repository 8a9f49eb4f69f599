import { texts } from '../../texts.ts'

/** The page's name for the browser's tab; the screen's own words come with the screen. */
export default texts({
  kz: {
    title: 'Сатылымдарым – промоутер порталы',
    description: 'Сатылымдар, сыйақы, жобалар және мерзімі аяқталатын полистер.',
  },
  ru: {
    title: 'Мои продажи – портал промоутера',
    description: 'Продажи, вознаграждение, черновики и истекающие полисы.',
  },
})
