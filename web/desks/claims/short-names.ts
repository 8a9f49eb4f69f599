import type { Localized } from '#domain/locale.ts'

/** A paper in two words, by its slot: under a small picture, where its name is too long. */
export const shortPapers: Localized<Readonly<Record<string, string>>> = {
  kz: {
    id_front: 'Куәлік, алды',
    id_back: 'Куәлік, арты',
    claim_application: 'Негізгі өтініш',
    payment_application: 'Аудару өтініші',
    event_document: 'Оқиға құжаты',
    damage_document: 'Залал құжаты',
  },
  ru: {
    id_front: 'Удостоверение, лицо',
    id_back: 'Удостоверение, оборот',
    claim_application: 'Заявление о выплате',
    payment_application: 'Заявление на перевод',
    event_document: 'Документ о событии',
    damage_document: 'Документ об ущербе',
  },
}
