import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { lettersOf } from './letter.ts'
import { dayOn } from './phrases.ts'

type Text = Record<Locale, string>

/** SMS and letters of the cabinet (glossary, rule 6: «Сіз», «Вы»). */
export const cabinetMessages = {
  signInCode: (code: string): Text => ({
    kz: `${brand.name.kz}: кіру коды ${code}. Оны ешкімге айтпаңыз.`,
    ru: `${brand.name.ru}: код для входа ${code}. Никому его не говорите.`,
  }),
  temporaryPassword: (password: string): Text => ({
    kz: `${brand.name.kz}: уақытша құпиясөз ${password}\n24 сағат жарамды, кірген соң ауыстырыңыз.`,
    ru: `${brand.name.ru}: временный пароль ${password}\nДействует 24 часа, после входа смените его.`,
  }),
  /** A desk is opened by two proofs: a phone alone gets no password for it. */
  deskPassword: {
    kz: `${brand.name.kz}: қызметкерге жаңа құпиясөзді тек әкімші жібереді. Әкімшіге хабарласыңыз.`,
    ru: `${brand.name.ru}: новый пароль сотруднику отправляет только администратор. Обратитесь к нему.`,
  } satisfies Text,
  passwordCode: (code: string): Text => ({
    kz: `${brand.name.kz}: құпиясөз орнату коды ${code}. Оны ешкімге айтпаңыз.`,
    ru: `${brand.name.ru}: код для нового пароля ${code}. Никому его не говорите.`,
  }),
  emailPhoneCode: (code: string): Text => ({
    kz: `${brand.name.kz}: электрондық поштаны өзгерту коды ${code}. Оны ешкімге айтпаңыз.`,
    ru: `${brand.name.ru}: код для смены электронной почты ${code}. Никому его не говорите.`,
  }),
  phoneCode: (code: string): Text => ({
    kz: `${brand.name.kz}: телефонды растау коды ${code}.`,
    ru: `${brand.name.ru}: код подтверждения телефона ${code}.`,
  }),
  terminateCode: (code: string, number: string): Text => ({
    kz: `${brand.name.kz}: ${number} полисінің шартын тоқтату коды ${code}. Оны ешкімге айтпаңыз.`,
    ru: `${brand.name.ru}: код для прекращения договора ${number}: ${code}. Никому его не говорите.`,
  }),
  clientProofCode: (code: string, number: string): Text => ({
    kz: `${brand.name.kz}: ${number} полисін ұзарту не қайта ресімдеу коды ${code}. Өзіңіз жүгінген промоутерге ғана айтыңыз: ол деректеріңізді көреді.`,
    ru: `${brand.name.ru}: код для продления или переоформления полиса ${number}: ${code}. Назовите его только своему промоутеру: он увидит Ваши данные.`,
  }),
  reminder: ({ number, end, link }: Reminder): Text => ({
    kz: `${brand.name.kz}: ${number} полисіңіз ${dayOn.kz(end)} аяқталады. Ұзарту: ${link}`,
    ru: `${brand.name.ru}: Ваш полис ${number} заканчивается ${end}. Продлить: ${link}`,
  }),
}

type Reminder = { number: string; end: string; link: string }

export const cabinetLetters = {
  reminder: ({ number, end, link }: Reminder) =>
    lettersOf({
      kz: {
        subject: `Полисіңіз ${dayOn.kz(end)} аяқталады`,
        blocks: [
          `${number} ОГПО полисіңіз ${dayOn.kz(end)} аяқталады. Оны кабинетте ұзарта аласыз.`,
          { label: 'Полисті ұзарту', link },
          'Еске салуды кабинеттегі «Деректерім» бөлімінде өшіруге болады.',
        ],
      },
      ru: {
        subject: `Ваш полис заканчивается ${end}`,
        blocks: [
          `Ваш полис ОГПО ${number} заканчивается ${end}. Продлить его можно в кабинете.`,
          { label: 'Продлить полис', link },
          'Напоминания можно отключить в кабинете, в разделе «Мои данные».',
        ],
      },
    }),
  emailCode: (code: string) =>
    lettersOf({
      kz: {
        subject: `Растау коды: ${code}`,
        blocks: [`Электрондық поштаңызды растау коды: ${code}. Ол 5 минут жарамды.`],
      },
      ru: {
        subject: `Код подтверждения: ${code}`,
        blocks: [`Код подтверждения электронной почты: ${code}. Он действует 5 минут.`],
      },
    }),
}

/** Replies of the cabinet's calls in words. */
export const cabinetAnswers = {
  wrongCredentials: { kz: 'ЖСН немесе құпиясөз қате', ru: 'Неверный ИИН или пароль' },
  passwordExpired: {
    kz: 'Уақытша құпиясөздің мерзімі өтті. Жаңасын сұратыңыз.',
    ru: 'Срок временного пароля истёк. Запросите новый.',
  },
  alreadySent: {
    kz: 'Жаңа құпиясөз SMS арқылы жіберілген. 2 минуттан кейін қайталаңыз.',
    ru: 'SMS с новым паролем уже отправлено. Повторите через 2 минуты.',
  },
  phoneUnknown: {
    kz: 'Бұл телефон нөмірі бойынша клиент табылмады',
    ru: 'Клиент с таким номером телефона не найден',
  },
  cardPage: {
    kz: 'Карта деректерін енгізу үшін банк бетіне өтесіз',
    ru: 'Вы перейдёте на страницу банка, чтобы указать карту',
  },
  cardChanged: { kz: 'Негізгі карта ауыстырылды', ru: 'Основная карта изменена' },
  cardDeleted: { kz: 'Карта жойылды', ru: 'Карта удалена' },
  deletion: {
    kz: 'Сұрауыңыз қабылданды. Заң бойынша шарт, төлем және сәйкестендіру деректері соңғы полис аяқталған не соңғы сақтандыру төлемі төленген соң 5 жыл сақталады; қалғанын өшіреміз.',
    ru: 'Запрос принят. По закону данные договоров, платежей и идентификации хранятся 5 лет после окончания последнего полиса или после последней страховой выплаты; остальное удалим.',
  },
  deletionNow: {
    kz: 'Сұрауыңыз қабылданды. Сізбен шарт жасалмаған, сондықтан деректеріңізді бірден өшіреміз.',
    ru: 'Запрос принят. Договоров с вами не было, поэтому удалим ваши данные сразу.',
  },
  claimSend: { kz: 'Өтінімді жіберу кезінде қате шықты', ru: 'Ошибка при отправке заявки' },
} as const satisfies Record<string, Text>
