import type { AccessAction } from '#domain/data-access.ts'
import type { Localized } from '#domain/locale.ts'

/** Views of a person's data: the same words for the client and at the desk. */
export const accessWords: Localized<Record<AccessAction, string>> = {
  kz: {
    'client.looked_at': 'клиент бетін ашты',
    'client.iin_revealed': 'ЖСН-ді көрді',
    'client.phone_revealed': 'телефонды көрді',
    'client.document_revealed': 'құжат нөмірін көрді',
    'client.birth_revealed': 'туған күнін көрді',
    'person.looked_up': 'тіркелімнен іздеді',
  },
  ru: {
    'client.looked_at': 'открытие карточки',
    'client.iin_revealed': 'просмотр ИИН',
    'client.phone_revealed': 'просмотр телефона',
    'client.document_revealed': 'просмотр номера документа',
    'client.birth_revealed': 'просмотр даты рождения',
    'person.looked_up': 'поиск в регистре',
  },
}
