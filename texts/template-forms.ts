import type { Locale } from '#domain/locale.ts'
import type { TemplateName } from './templates.ts'

type Text = Record<Locale, string>
/**
 * A field of a document: `lines` above 1 is a box for several lines; `half` shares the row with the
 * next half; `check` is a box to tick.
 */
export type FormField = { name: string; label: Text; lines?: number; half?: true; check?: true }
export type FormPart = { title: Text; fields: readonly FormField[] }
type Form = { title: Text; to: FormField; parts: readonly FormPart[]; statement: Text }

const person: readonly FormField[] = [
  { name: 'full_name', label: { kz: 'Тегі, аты, әкесінің аты', ru: 'Фамилия, имя, отчество' } },
  { name: 'iin', label: { kz: 'ЖСН (БСН)', ru: 'ИИН (БИН)' }, half: true },
  { name: 'phone', label: { kz: 'Телефон нөмірі', ru: 'Номер телефона' }, half: true },
  { name: 'email', label: { kz: 'Электрондық пошта', ru: 'Электронная почта' }, half: true },
  {
    name: 'document',
    label: {
      kz: 'Жеке куәлік нөмірі, берілген күні',
      ru: 'Удостоверение личности: номер, дата выдачи',
    },
    half: true,
  },
  { name: 'address', label: { kz: 'Мекенжайы', ru: 'Адрес' } },
]
const to: FormField = {
  name: 'insurer',
  label: { kz: 'Сақтандыру компаниясы', ru: 'Страховая компания' },
}

/** The words of the documents a client fills in (glossary, section 1 "Insured event and claim"). */
export const templateForms: Record<TemplateName, Form> = {
  'insurance-claim': {
    title: { kz: 'Сақтандыру төлемі туралы өтініш', ru: 'Заявление о страховой выплате' },
    to,
    parts: [
      { title: { kz: 'Өтініш беруші', ru: 'Заявитель' }, fields: person },
      {
        title: { kz: 'Полис және көлік', ru: 'Полис и автомобиль' },
        fields: [
          { name: 'policy', label: { kz: 'Полис нөмірі', ru: 'Номер полиса' }, half: true },
          {
            name: 'plate',
            label: { kz: 'Мемл. тіркеу нөмірі', ru: 'Гос. рег. номер' },
            half: true,
          },
          {
            name: 'injured',
            label: { kz: 'Мен жәбірленушімін', ru: 'Я потерпевший' },
            half: true,
            check: true,
          },
          {
            name: 'at_fault',
            label: { kz: 'Мен кінәлі тұлғамын', ru: 'Я виновник' },
            half: true,
            check: true,
          },
        ],
      },
      {
        title: { kz: 'Сақтандыру жағдайы', ru: 'Страховой случай' },
        fields: [
          { name: 'date', label: { kz: 'Күні мен уақыты', ru: 'Дата и время' }, half: true },
          { name: 'place', label: { kz: 'Орны', ru: 'Место' }, half: true },
          {
            name: 'other',
            label: {
              kz: 'Екінші тараптың көлігі мен жүргізушісі',
              ru: 'Автомобиль и водитель второй стороны',
            },
          },
          { name: 'story', label: { kz: 'Не болды', ru: 'Что произошло' }, lines: 3 },
          {
            name: 'damage',
            label: { kz: 'Қандай зиян келді', ru: 'Какой вред причинён' },
            lines: 2,
          },
          {
            name: 'papers',
            label: { kz: 'Қоса берілген құжаттар', ru: 'Приложенные документы' },
            lines: 2,
          },
        ],
      },
    ],
    statement: {
      kz: 'Жоғарыдағы мәліметтің дұрыстығын растаймын. Сақтандыру жағдайын қарау үшін дербес деректерімді жинауға және өңдеуге келісемін.',
      ru: 'Подтверждаю, что сведения верны. Даю согласие на сбор и обработку моих персональных данных для рассмотрения страхового случая.',
    },
  },
  payment: {
    title: {
      kz: 'Сақтандыру төлемін аудару туралы өтініш',
      ru: 'Заявление о перечислении страховой выплаты',
    },
    to,
    parts: [
      { title: { kz: 'Пайда алушы', ru: 'Выгодоприобретатель' }, fields: person },
      {
        title: { kz: 'Не үшін', ru: 'За что' },
        fields: [
          { name: 'policy', label: { kz: 'Полис нөмірі', ru: 'Номер полиса' }, half: true },
          { name: 'claim', label: { kz: 'Өтінім нөмірі', ru: 'Номер заявки' }, half: true },
        ],
      },
      {
        title: { kz: 'Банктік деректемелер', ru: 'Банковские реквизиты' },
        fields: [
          { name: 'bank', label: { kz: 'Банк', ru: 'Банк' } },
          {
            name: 'account',
            label: { kz: 'Шот нөмірі (IBAN, KZ…)', ru: 'Номер счёта (IBAN, KZ…)' },
          },
          { name: 'bic', label: { kz: 'БСК', ru: 'БИК' }, half: true },
          { name: 'kbe', label: { kz: 'КБе', ru: 'КБе' }, half: true },
          {
            name: 'own_account',
            label: { kz: 'Шот – менікі', ru: 'Счёт мой' },
            half: true,
            check: true,
          },
          {
            name: 'proxy',
            label: {
              kz: 'Шот – сенімхат бойынша өкілдікі',
              ru: 'Счёт представителя по доверенности',
            },
            half: true,
            check: true,
          },
          { name: 'note', label: { kz: 'Ескертпе', ru: 'Примечание' }, lines: 3 },
        ],
      },
    ],
    statement: {
      kz: 'Сақтандыру төлемін осы шотқа аударуыңызды сұраймын. Деректемелердің дұрыстығына жауап беремін.',
      ru: 'Прошу перечислить страховую выплату на этот счёт. За правильность реквизитов отвечаю.',
    },
  },
}

export const formWords = {
  fill: {
    kz: 'Компьютерде, телефонда немесе қолмен толтырыңыз',
    ru: 'Заполните на компьютере, в телефоне или от руки',
  },
  date: { kz: 'Күні', ru: 'Дата' },
  signature: { kz: 'Қолы', ru: 'Подпись' },
} as const satisfies Record<string, Text>
