import { brand } from '#brand'
import { percent } from '#domain/percent.ts'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    pageTitle: `Құрылтайшылар – ${brand.name.kz} сақтандыру брокері`,
    title: 'Құрылтайшылар',
    lead: 'Компанияның қатысушылары және олардың жарғылық капиталдағы үлесі.',
    kinds: { person: 'Жеке тұлға', company: 'Заңды тұлға' },
    share: percent.kz,
  },
  ru: {
    pageTitle: `Учредители – страховой брокер ${brand.name.ru}`,
    title: 'Учредители',
    lead: 'Участники компании и их доли в уставном капитале.',
    kinds: { person: 'Физическое лицо', company: 'Юридическое лицо' },
    share: percent.ru,
  },
})
