import type { Shows } from '#domain/claim-way/photographs.ts'
import type { Locale } from '#domain/locale.ts'

/** Names of a claim photograph's content, beside it and under it in the joined PDF. */
export const sceneWords: Readonly<Record<Shows, Readonly<Record<Locale, string>>>> = {
  overview: { kz: 'Жалпы көрініс', ru: 'Общий вид' },
  damage: { kz: 'Зақымы жақыннан', ru: 'Повреждение вблизи' },
  other_car: { kz: 'Екінші көлік, нөмірімен', ru: 'Второй автомобиль с номером' },
  source: { kz: 'Неден болғаны', ru: 'Что стало причиной' },
  more: { kz: 'Тағы фото', ru: 'Ещё фото' },
  event_document: { kz: 'Оқиға құжаты', ru: 'Документ о происшествии' },
  id_front: { kz: 'Жеке куәлік, алдыңғы беті', ru: 'Удостоверение, лицевая сторона' },
  id_back: { kz: 'Жеке куәлік, артқы беті', ru: 'Удостоверение, оборотная сторона' },
  claim_application: {
    kz: 'Сақтандыру төлемі туралы өтініш, қол қойылған',
    ru: 'Подписанное заявление о выплате',
  },
  payment_application: {
    kz: 'Аудару туралы өтініш, қол қойылған',
    ru: 'Подписанное заявление о перечислении',
  },
}
