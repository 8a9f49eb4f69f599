import { brand } from '#brand'
import type { AccountChange } from '#domain/account-changes.ts'
import type { Localized } from '#domain/locale.ts'
import { type Letter, lettersOf } from './letter.ts'

type Text = Localized

/** Events of an account, for its owner. */
export const accountChangeTexts: Record<AccountChange, Text> = {
  password_changed: { kz: 'құпиясөз өзгертілді', ru: 'пароль изменён' },
  email_changed: { kz: 'электрондық пошта өзгертілді', ru: 'электронная почта изменена' },
  phone_changed: { kz: 'телефон нөмірі өзгертілді', ru: 'номер телефона изменён' },
  email_set: { kz: 'электрондық пошта қосылды', ru: 'добавлена электронная почта' },
  email_corrected: {
    kz: 'электрондық поштаны қызметкер түзетті',
    ru: 'электронную почту исправил сотрудник',
  },
  password_sent: {
    kz: 'SMS арқылы уақытша құпиясөз сұратылды',
    ru: 'запрошен временный пароль по SMS',
  },
  password_reset: {
    kz: 'әкімші жаңа құпиясөз жіберді',
    ru: 'администратор отправил новый пароль',
  },
  made_staff: {
    kz: 'қызметкер кабинеті ашылды',
    ru: 'открыт кабинет сотрудника',
  },
  phone_set: { kz: 'телефон нөмірі қосылды', ru: 'добавлен номер телефона' },
  phone_left: {
    kz: 'телефон нөмірі басқа клиентке өтті',
    ru: 'номер телефона перешёл к другому клиенту',
  },
  not_me: {
    kz: '«Бұл мен емес» сілтемесі арқылы барлық сеанс аяқталды',
    ru: 'по ссылке «Это не я» завершены все сеансы',
  },
  restored: { kz: 'кіру мүмкіндігі қалпына келтірілді', ru: 'доступ восстановлен' },
  deletion_asked: {
    kz: 'деректерді өшіру сұралды',
    ru: 'запрошено удаление данных',
  },
  data_exported: { kz: 'деректеріңіз жүктеп алынды', ru: 'скачаны Ваши данные' },
  card_removed: { kz: 'төлем картасы өшірілді', ru: 'удалена платёжная карта' },
  sessions_ended: { kz: 'сеанстар аяқталды', ru: 'завершены сеансы' },
}

/** Shorter words for an SMS. */
const smsOf: Partial<Record<AccountChange, Text>> = {
  email_changed: { kz: 'пошта өзгертілді', ru: 'почта изменена' },
  email_set: { kz: 'пошта қосылды', ru: 'добавлена почта' },
  email_corrected: { kz: 'поштаны қызметкер түзетті', ru: 'почту исправил сотрудник' },
  password_sent: { kz: 'уақытша құпиясөз сұратылды', ru: 'запрошен временный пароль' },
  not_me: { kz: 'барлық сеанс аяқталды', ru: 'завершены все сеансы' },
  phone_left: { kz: 'нөмір басқа клиентке өтті', ru: 'номер перешёл к другому клиенту' },
}

/** An SMS and a letter about a change, in every language. */
type AccountMessages = { sms: Text; letter: Localized<Letter> }

/**
 * Returns the SMS and letter about a change; `link` is "it was not me", if the message carries it,
 * `short` the same for an SMS.
 */
export function accountChangeMessage(
  change: AccountChange,
  { at, link, short }: { at: Text; link: string | null; short: string | null },
): AccountMessages {
  const what = accountChangeTexts[change]
  const told = smsOf[change] ?? what
  const call: Text = {
    kz: `Бұл Сіз болмасаңыз, ${brand.callCentre} нөміріне хабарласыңыз.`,
    ru: `Вы этого не просили? Позвоните: ${brand.callCentre}.`,
  }
  const not: Text = short
    ? { kz: `Сіз болмасаңыз: ${short}`, ru: `Это были не Вы? ${short}` }
    : call
  return {
    sms: {
      kz: `${brand.name.kz}, кабинетіңіз: ${told.kz}, ${at.kz}. ${not.kz}`,
      ru: `${brand.name.ru}, Ваш кабинет: ${told.ru}, ${at.ru}. ${not.ru}`,
    },
    letter: lettersOf({
      kz: {
        subject: `Жеке кабинет: ${what.kz}`,
        blocks: [
          `Жеке кабинетіңіз: ${what.kz}, ${at.kz}.`,
          ...(link
            ? [
                'Бұл Сіз болмасаңыз, барлық сеансты аяқтап, жаңа құпиясөз орнатыңыз.',
                { label: 'Кабинетке қайта кіру', link },
              ]
            : [call.kz]),
        ],
      },
      ru: {
        subject: `Личный кабинет: ${what.ru}`,
        blocks: [
          `Ваш личный кабинет: ${what.ru}, ${at.ru}.`,
          ...(link
            ? [
                'Это были не Вы? Завершите все сеансы и задайте новый пароль.',
                { label: 'Вернуть доступ', link },
              ]
            : [call.ru]),
        ],
      },
    }),
  }
}

export const notMeCode = (code: string): Text => ({
  kz: `${brand.name.kz}: кабинетке қайта кіру коды ${code}. Оны ешкімге айтпаңыз.`,
  ru: `${brand.name.ru}: код восстановления доступа ${code}. Никому его не говорите.`,
})
