import { brand, type Locale } from '#brand'

type Text = Record<Locale, string>

/** SMS and letters of the cabinet (glossary, rule 6: «Сіз», «Вы»). */
export const cabinetMessages = {
  signInCode: (code: string): Text => ({
    kz: `${brand.name.kz}: кіру коды ${code}. Оны ешкімге айтпаңыз.`,
    ru: `${brand.name.ru}: код для входа ${code}. Никому его не говорите.`,
  }),
  temporaryPassword: (password: string): Text => ({
    kz: `${brand.name.kz}: уақытша құпиясөз ${password}. 24 сағат жарамды, кірген соң ауыстырыңыз.`,
    ru: `${brand.name.ru}: временный пароль ${password}. Действует 24 часа, после входа смените его.`,
  }),
  phoneCode: (code: string): Text => ({
    kz: `${brand.name.kz}: телефонды растау коды ${code}.`,
    ru: `${brand.name.ru}: код подтверждения телефона ${code}.`,
  }),
  terminateCode: (code: string, number: string): Text => ({
    kz: `${brand.name.kz}: ${number} полисін тоқтату коды ${code}. Оны ешкімге айтпаңыз.`,
    ru: `${brand.name.ru}: код для расторжения полиса ${number}: ${code}. Никому его не говорите.`,
  }),
  emailCode: (code: string): Record<Locale, { subject: string; text: string }> => ({
    kz: {
      subject: `Растау коды: ${code}`,
      text: `Сәлеметсіз бе!\n\nЭлектрондық поштаңызды растау коды: ${code}. Ол 5 минут жарамды.\n\n${brand.legalName.kz}`,
    },
    ru: {
      subject: `Код подтверждения: ${code}`,
      text: `Здравствуйте!\n\nКод подтверждения электронной почты: ${code}. Он действует 5 минут.\n\n${brand.legalName.ru}`,
    },
  }),
}

/** What the cabinet's calls answer in words. */
export const cabinetAnswers = {
  wrongCredentials: { kz: 'ЖСН немесе құпиясөз қате', ru: 'Неверный ИИН или пароль' },
  passwordExpired: {
    kz: 'Уақытша құпиясөздің мерзімі өтті. Жаңасын сұратыңыз.',
    ru: 'Срок временного пароля истёк. Запросите новый.',
  },
  alreadySent: {
    kz: 'Жаңа құпиясөзі бар SMS жіберілген. 2 минуттан кейін қайталаңыз.',
    ru: 'SMS с новым паролем уже отправлено. Повторите через 2 минуты.',
  },
  phoneUnknown: { kz: 'Бұл телефонмен клиент табылмады', ru: 'Клиент с таким телефоном не найден' },
  cardPage: {
    kz: 'Карта деректерін енгізу үшін банк бетіне өтесіз',
    ru: 'Вы перейдёте на страницу банка, чтобы указать карту',
  },
  cardChanged: { kz: 'Негізгі карта ауыстырылды', ru: 'Основная карта изменена' },
  cardDeleted: { kz: 'Карта жойылды', ru: 'Карта удалена' },
  claimSend: { kz: 'Өтінімді жіберу кезінде қате шықты', ru: 'Ошибка при отправке заявки' },
} as const satisfies Record<string, Text>
