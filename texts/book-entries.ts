import type { EntryKind } from '#domain/books/entries.ts'
import type { OutFile } from '#domain/books/out-files.ts'
import type { PartyField } from '#domain/books/parties.ts'
import type { Localized } from '#domain/locale.ts'

/** How the files for 1C call an entry that goes the other way round. */
export const entryBack = (word: string): string => `${word}, обратная проводка`

/** Names of the books' entries, on the accountant's screens and in the files for 1C. */
export const entryWords: Localized<Record<EntryKind, string>> = {
  kz: {
    payment_mobile_bank: 'Клиент төлемі, мобильді банк',
    payment_card: 'Клиент төлемі, карта',
    payment_epay: 'Клиент төлемі, Halyk ePay',
    premium: 'Сыйлықақы сақтандыру компаниясына есептелді',
    ogpo_plus: 'ОГПО+ сыйлықақысы компанияға есептелді',
    commission: 'Комиссия есептелді',
    returned: 'Компания сыйлықақының бір бөлігін қайтарады',
    refund_due: 'Клиентке қайтарылатын сома',
    refund_mobile_bank: 'Клиентке қайтарылды, мобильді банк',
    refund_card: 'Клиентке қайтарылды, карта',
    refund_epay: 'Клиентке қайтарылды, Halyk ePay',
    refund_bank_details: 'Клиенттің шотына қайтарылды',
    taken_mobile_bank: 'Банк бізсіз қайтарған, мобильді банк',
    taken_card: 'Карта банкі төлемді кері алды (чарджбэк)',
    taken_epay: 'Карта банкі төлемді кері алды (чарджбэк), Halyk ePay',
    taken_partner: 'Серіктес қайтарған',
    overdrawn: 'Банк төлемнің қалдығынан артық ақша алды: клиенттің қарызы',
    set_off: 'Қайтарылатын сома клиенттің қарызын өтеуге есепке алынды',
    dispute_won: 'Карта банкі бізге қайтарған төлем',
    register_fee: 'Эквайердің комиссиясы',
    account_fee: 'Банктің шоттан ұстаған комиссиясы',
    to_account: 'Эквайерден шотқа ақша түсті',
    unknown_money: 'Тапсырысы жоқ ақша',
    passed_on: 'Сыйлықақы компанияға аударылды',
    promoter_pay: 'Промоутердің сыйақысы',
    vat: 'Комиссияның ҚҚС-ы',
  },
  ru: {
    payment_mobile_bank: 'Оплата клиента, мобильный банк',
    payment_card: 'Оплата клиента, карта',
    payment_epay: 'Оплата клиента, Halyk ePay',
    premium: 'Премия начислена страховой компании',
    ogpo_plus: 'Премия ОГПО+ начислена компании',
    commission: 'Комиссия начислена',
    returned: 'Компания возвращает часть премии',
    refund_due: 'Возврат начислен клиенту',
    refund_mobile_bank: 'Возвращено клиенту, мобильный банк',
    refund_card: 'Возвращено клиенту, карта',
    refund_epay: 'Возвращено клиенту, Halyk ePay',
    refund_bank_details: 'Возвращено клиенту на счёт',
    taken_mobile_bank: 'Банк вернул деньги без нашего участия, мобильный банк',
    taken_card: 'Банк карты отозвал платёж (чарджбэк)',
    taken_epay: 'Банк карты отозвал платёж (чарджбэк), Halyk ePay',
    taken_partner: 'Деньги вернул партнёр',
    overdrawn: 'Банк отозвал больше, чем остаток платежа: долг клиента',
    set_off: 'Возврат зачтён в счёт долга клиента',
    dispute_won: 'Банк карты вернул отозванный платёж',
    register_fee: 'Комиссия эквайера',
    account_fee: 'Комиссия банка, списанная со счёта',
    to_account: 'Деньги от эквайера поступили на счёт',
    unknown_money: 'Деньги без заказа',
    passed_on: 'Премия перечислена компании',
    promoter_pay: 'Вознаграждение промоутера',
    vat: 'НДС с комиссии',
  },
}

export const outFileWords: Localized<Record<OutFile, string>> = {
  kz: {
    entries: 'Операциялар',
    turnovers: 'Шоттар бойынша айналым',
    acts: 'Компаниялардың актілері',
    parties: 'Контрагенттер',
    orders: 'Төлем тапсырмалары',
    invoices: 'ЭШФ',
  },
  ru: {
    entries: 'Операции',
    turnovers: 'Обороты по счетам',
    acts: 'Акты компаний',
    parties: 'Контрагенты',
    orders: 'Платёжные поручения',
    invoices: 'ЭСФ',
  },
}

export const partyFieldWords: Localized<Record<PartyField, string>> = {
  kz: {
    name: 'Атауы',
    bin: 'БСН',
    address: 'Мекенжайы',
    iban: 'Шоты (ЖСК)',
    bank: 'Банкі',
    bic: 'Банктің БСК-сі',
    kbe: 'КБе',
    knp: 'Төлем мақсатының коды (ТМК)',
    contract: 'Шарт нөмірі',
    contractDay: 'Шарт күні',
    signer: 'ЭШФ жазатын адам',
  },
  ru: {
    name: 'Наименование',
    bin: 'БИН',
    address: 'Адрес',
    iban: 'Счёт (ИИК)',
    bank: 'Банк',
    bic: 'БИК банка',
    kbe: 'КБе',
    knp: 'Код назначения платежа (КНП)',
    contract: 'Номер договора',
    contractDay: 'Дата договора',
    signer: 'Кто выписывает ЭСФ',
  },
}
