import { brand, type Locale } from '#brand'

type Message = {
  name: string
  phone: string
  email: string
  text: string
  locale: Locale
  at: string
}

const languages = { kz: 'қазақша / казахский', ru: 'орысша / русский' }

/**
 * The letter to our own office, in both languages: whoever is on duty reads it. `at` is the minute
 * in Almaty.
 */
export const feedbackLetter = ({ name, phone, email, text, locale, at }: Message) => ({
  subject: `${brand.name.kz}: хабарлама / сообщение – ${name}`,
  text: [
    `Аты / Имя: ${name}`,
    `Телефон: +${phone}`,
    `Электрондық пошта / Эл. почта: ${email}`,
    `Тілі / Язык: ${languages[locale]}`,
    `Уақыты / Время: ${at}`,
    '',
    text,
  ].join('\n'),
})
