import { texts } from '../../texts.ts'

/** The page's name for the browser's tab; the screen's own words come with the screen. */
export default texts({
  kz: {
    title: 'Ресімдеуді тоқтата тұру – промоутер порталы',
    description: 'Порталда полис ресімдеуді уақытша тоқтату.',
  },
  ru: {
    title: 'Приостановка оформления – портал промоутера',
    description: 'Временная приостановка оформления полисов на портале.',
  },
})
