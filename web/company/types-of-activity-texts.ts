import { brand } from '#brand'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    pageTitle: `Қызмет түрлері – ${brand.name.kz} сақтандыру брокері`,
    title: 'Қызмет түрлері',
    lead: 'Сақтандыру брокері ретінде не істейміз және не істемейміз.',
    licensed: 'Лицензия бойынша',
  },
  ru: {
    pageTitle: `Виды деятельности – страховой брокер ${brand.name.ru}`,
    title: 'Виды деятельности',
    lead: 'Что мы делаем как страховой брокер и чего не делаем.',
    licensed: 'По лицензии',
  },
})
