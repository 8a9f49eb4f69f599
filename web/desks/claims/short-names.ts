import type { Localized } from '#domain/locale.ts'

/** A paper in two words, by its slot: under a small picture, where its name is too long. */
export const shortPapers: Localized<Readonly<Record<string, string>>> = {
  kz: {
    id_front: 'Куәлік, алды',
    id_back: 'Куәлік, арты',
    claim_application: 'Төлем өтініші',
    payment_application: 'Аудару өтініші',
    event_document: 'Оқиға құжаты',
    damage_document: 'Залал құжаты',
  },
  ru: {
    id_front: 'Удостоверение, лицевая',
    id_back: 'Удостоверение, оборотная',
    claim_application: 'Заявление о выплате',
    payment_application: 'Заявление о перечислении',
    event_document: 'Документ о происшествии',
    damage_document: 'Документ об ущербе',
  },
}
