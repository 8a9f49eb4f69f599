import type { Basis } from '#domain/claims/basis.ts'
import type { LawDeadline } from '#domain/claims/deadlines.ts'
import type { Condition } from '#domain/claims/europrotocol.ts'
import type { Limit } from '#domain/claims/limits.ts'
import type { Objection } from '#domain/claims/objections.ts'
import type { Paper, Source } from '#domain/claims/papers.ts'
import type { Localized } from '#domain/locale.ts'

/** The words of a claim's verdict, for the client and for the desk alike. */
export const paperNames = {
  kz: {
    id_front: 'Жеке куәлік, алдыңғы беті',
    id_back: 'Жеке куәлік, артқы беті',
    claim_application: 'Сақтандыру төлемі туралы өтініш',
    payment_application: 'Сақтандыру төлемін аудару туралы өтініш',
    event_document: 'Оқиғаны растайтын құжат',
    damage_document: 'Залалды растайтын құжат',
    health_certificate: 'Еңбекке уақытша жарамсыздық туралы анықтама',
    disability_certificate: 'Мүгедектік туралы анықтама',
    death_certificate: 'Қайтыс болу туралы куәлік',
    entitlement_document: 'Өтем алу құқығын растайтын құжат',
    power_of_attorney: 'Өкілдің сенімхаты',
    expenses_document: 'Шығынды растайтын құжаттар',
  },
  ru: {
    id_front: 'Удостоверение личности, лицевая сторона',
    id_back: 'Удостоверение личности, оборотная сторона',
    claim_application: 'Заявление о страховой выплате',
    payment_application: 'Заявление о перечислении страховой выплаты',
    event_document: 'Документ о происшествии',
    damage_document: 'Документ об ущербе',
    health_certificate: 'Справка о временной нетрудоспособности',
    disability_certificate: 'Справка об инвалидности',
    death_certificate: 'Свидетельство о смерти',
    entitlement_document: 'Документ о праве на возмещение',
    power_of_attorney: 'Доверенность представителя',
    expenses_document: 'Документы о расходах',
  },
} satisfies Localized<Record<Paper, string>>

/** Who gives a paper: what to do to have it. */
export const paperSources = {
  kz: {
    made_here: 'Жауаптарыңыз бойынша өзіміз толтырамыз',
    camera: 'Телефонмен фотоға түсіріңіз',
    police: 'Оқиғаны ресімдеген полиция бөлімі береді',
    court: 'Іс аяқталған соң полиция не сот береді',
    declaration: 'Екі жүргізуші қол қойған декларация',
    clinic: 'Емдеген емхана не аурухана береді',
    disability_commission: 'Медициналық-әлеуметтік сараптама бөлімі береді',
    registry_office: 'Азаматтық хал актілерін тіркеу органы береді',
    notary: 'Нотариус береді',
    firm: 'Ұйым басшысы қол қояды',
    receipts: 'Чектер мен төлем құжаттары',
    building_service: 'Үйге қызмет көрсететін ұйым не апаттық қызмет береді',
    fire_service: 'Өртке қарсы қызмет береді',
    weather_service: 'Гидрометеорология қызметі береді',
  },
  ru: {
    made_here: 'Заполним сами по вашим ответам',
    camera: 'Сфотографируйте на телефон',
    police: 'Выдаёт отдел полиции, который оформил происшествие',
    court: 'Выдаёт полиция или суд, когда дело завершено',
    declaration: 'Декларация с подписями обоих водителей',
    clinic: 'Выдаёт поликлиника или больница, где лечили',
    disability_commission: 'Выдаёт отдел медико-социальной экспертизы',
    registry_office: 'Выдаёт орган регистрации актов гражданского состояния',
    notary: 'Выдаёт нотариус',
    firm: 'Подписывает руководитель организации',
    receipts: 'Чеки и платёжные документы',
    building_service: 'Выдаёт организация, которая обслуживает дом, или аварийная служба',
    fire_service: 'Выдаёт противопожарная служба',
    weather_service: 'Выдаёт гидрометеослужба',
  },
} satisfies Localized<Record<Source, string>>

/** Names of the law's deadlines. */
export const deadlineNames = {
  kz: {
    notice: 'Оқиға туралы хабарлау',
    missing_documents: 'Жетіспейтін құжаттарды атау',
    inspection_agreed: 'Қарап-тексеру күнін келісу',
    inspection: 'Зақымды қарап-тексеру',
    assessment: 'Зиян мөлшерін анықтау',
    decision: 'Шешім қабылдау',
    first_payment: 'Сақтандыру төлемін бастау',
    payment: 'Сақтандыру төлемі',
  },
  ru: {
    notice: 'Сообщить о происшествии',
    missing_documents: 'Назвать недостающие документы',
    inspection_agreed: 'Договориться об осмотре',
    inspection: 'Осмотреть повреждения',
    assessment: 'Определить размер вреда',
    decision: 'Принять решение',
    first_payment: 'Начать страховую выплату',
    payment: 'Страховая выплата',
  },
} satisfies Localized<Record<LawDeadline['kind'], string>>

/** Names of the limits of cover. */
export const limitNames = {
  kz: {
    death: 'Адам қаза тапса',
    disability_1: 'I топтағы мүгедектік',
    disability_2: 'II топтағы мүгедектік',
    disability_3: 'III топтағы мүгедектік',
    disabled_child: 'Мүгедектігі бар бала',
    injury: 'Емделу шығыны',
    property_one: 'Бір жәбірленушінің мүлкі',
    property_all: 'Барлық жәбірленушінің мүлкі',
    simplified: 'Еурохаттама бойынша',
    funeral: 'Жерлеу шығыны',
    home: 'Полистегі сақтандыру сомасы',
  },
  ru: {
    death: 'Гибель человека',
    disability_1: 'Инвалидность I группы',
    disability_2: 'Инвалидность II группы',
    disability_3: 'Инвалидность III группы',
    disabled_child: 'Ребёнок с инвалидностью',
    injury: 'Расходы на лечение',
    property_one: 'Имущество одного потерпевшего',
    property_all: 'Имущество всех потерпевших',
    simplified: 'По европротоколу',
    funeral: 'Расходы на погребение',
    home: 'Страховая сумма по полису',
  },
} satisfies Localized<Record<Limit['harm'], string>>

/** Names of objections to a claim: for information, they decide nothing. */
export const objectionNames = {
  kz: {
    in_future: 'Оқиға күні әлі келген жоқ',
    before_policy: 'Оқиға полис басталғанға дейін болған',
    after_policy: 'Оқиға полис аяқталғаннан кейін болған',
    own_vehicle: 'ОГПО кінәлі тұлғаның өз көлігіне келген зиянды өтемейді',
    long_ago: 'Оқиғадан бері үш жылдан көп өтті',
    late_notice: 'Бес жұмыс күнінен кеш хабарланды: себебін растайтын құжат сұралады',
    intent: 'Оқиға әдейі жасалған болуы мүмкін',
    offence: 'Жәбірленушінің қасақана құқық бұзушылығы себеп болуы мүмкін',
    compensated: 'Кінәлі тұлға зиянды өтеп қойған',
    contest: 'Жарыс не сынақ кезінде не оқу алаңында болған',
    loading: 'Жүк тиеу не түсіру кезінде болған',
    valuables: 'Ақша, зергерлік бұйым не өнер туындысы үшін сақтандыру төлемі төленбейді',
    not_shown: 'Зақымданған мүлік қарап-тексеруге берілмеген',
    war: 'Әскери іс-қимыл не жаппай тәртіпсіздік кезінде болған',
  },
  ru: {
    in_future: 'День происшествия ещё не наступил',
    before_policy: 'Происшествие было до начала действия полиса',
    after_policy: 'Происшествие было после окончания срока полиса',
    own_vehicle: 'Ущерб автомобилю самого виновника ОГПО не возмещает',
    long_ago: 'С происшествия прошло больше трёх лет',
    late_notice: 'Сообщили позже чем через пять рабочих дней: нужен документ о причине опоздания',
    intent: 'Происшествие могло быть умышленным',
    offence: 'Причиной могло быть умышленное правонарушение потерпевшего',
    compensated: 'Виновник уже возместил вред',
    contest: 'Случилось на соревнованиях, испытаниях или учебной площадке',
    loading: 'Случилось при погрузке или разгрузке',
    valuables: 'За деньги, украшения и произведения искусства выплаты нет',
    not_shown: 'Повреждённое имущество не предъявили для осмотра',
    war: 'Случилось при военных действиях или массовых беспорядках',
  },
} satisfies Localized<Record<Objection['code'], string>>

/** Conditions for settling without the police. */
export const europrotocolConditions = {
  kz: {
    nobody_hurt: 'Ешкім жарақат алған жоқ',
    two_vehicles: 'Екі көлік қана соқтығысты',
    only_vehicles: 'Басқа мүлік зақымданған жоқ',
    both_insured: 'Екі жүргізушінің де ОГПО полисі бар',
    no_dispute: 'Кімнің кінәлі екені және ненің зақымданғаны туралы екеуінің пікірі бір',
    within_sum: 'Залал 100\u00a0АЕК-тен аспайды',
    in_force: 'Оқиға 2024 жылы не одан кейін болған',
  },
  ru: {
    nobody_hurt: 'Никто не пострадал',
    two_vehicles: 'Столкнулись только два автомобиля',
    only_vehicles: 'Другое имущество не повреждено',
    both_insured: 'У обоих водителей есть полис ОГПО',
    no_dispute: 'Оба согласны в том, кто виновен и что повреждено',
    within_sum: 'Ущерб не больше 100\u00a0МРП',
    in_force: 'Происшествие было не раньше 2024 года',
  },
} satisfies Localized<Record<Condition, string>>

const acts = {
  kz: {
    '446-II': '446-II Заң',
    '352-VIII': '352-VIII Заң',
    '83': 'Реттеушінің №\u00a083 қаулысы',
    'civil-code': 'Азаматтық кодекс',
    specification: 'Қызмет ережесі',
    insurer: 'Сақтандырушының қағидасы',
  },
  ru: {
    '446-II': 'Закон 446-II',
    '352-VIII': 'Закон 352-VIII',
    '83': 'Постановление регулятора №\u00a083',
    'civil-code': 'Гражданский кодекс',
    specification: 'Правило сервиса',
    insurer: 'Правило страховщика',
  },
} satisfies Localized<Record<Basis['act'], string>>
const articles: Localized<(article: string) => string> = {
  kz: (article) => `, ${article.replace(/^[\d-]+/, '$&-бап')}`,
  ru: (article) => `, статья ${article}`,
}

/** Returns the source of a rule in a line: «Закон 446-II, статья 25 § 2 (6)». */
export const basisLine = (basis: Basis, locale: keyof typeof acts): string =>
  acts[locale][basis.act] + (basis.article ? articles[locale](basis.article) : '')
