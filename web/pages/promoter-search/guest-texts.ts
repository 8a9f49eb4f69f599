import { texts } from '../../texts.ts'

export default texts({
  kz: {
    heading: 'Полис іздеу',
    signInTitle: 'Полис іздеу үшін кіріңіз',
    signInText: 'Полис деректері тек порталға кірген промоутерге көрсетіледі.',
    signIn: 'Порталға кіру',
  },
  ru: {
    heading: 'Поиск полиса',
    signInTitle: 'Чтобы искать полисы, войдите',
    signInText: 'Данные полиса видит только промоутер, вошедший на портал.',
    signIn: 'Войти на портал',
  },
})
