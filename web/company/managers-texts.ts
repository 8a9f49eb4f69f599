import { brand } from '#brand'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    pageTitle: `Басшылық – ${brand.name.kz} сақтандыру брокері`,
    title: 'Басшылық',
    lead: 'Компанияның басшы қызметкерлері: лауазымы және қай салаға жауапты екені.',
  },
  ru: {
    pageTitle: `Руководство – страховой брокер ${brand.name.ru}`,
    title: 'Руководство',
    lead: 'Руководящие работники компании: должность и за что отвечают.',
  },
})
