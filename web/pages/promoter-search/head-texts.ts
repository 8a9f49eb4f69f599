import { texts } from '../../texts.ts'

/** The page's name for the browser's tab; the screen's own words come with the screen. */
export default texts({
  kz: {
    title: 'Полис іздеу – промоутер порталы',
    description: 'Полисті Global ID, мемлекеттік нөмір, ЖСН немесе телефон бойынша іздеу.',
  },
  ru: {
    title: 'Поиск полиса – портал промоутера',
    description: 'Поиск полиса по Global ID, госномеру, ИИН или телефону.',
  },
})
