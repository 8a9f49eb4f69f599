import { texts } from '../../texts.ts'

/** The page's name for the browser's tab; the screen's own words come with the screen. */
export default texts({
  kz: {
    title: 'Полис ресімдеу – промоутер порталы',
    description: 'ОГПО полисін ресімдеу, ұзарту және қайта ресімдеу.',
  },
  ru: {
    title: 'Оформление полиса – портал промоутера',
    description: 'Оформление, продление и переоформление полиса ОГПО.',
  },
})
