import { brand } from '#brand'
import type { AccountChange } from '#domain/account-changes.ts'
import type { Locale } from '#domain/locale.ts'

type Text = Record<Locale, string>

/** What happened to an account, for its owner. */
export const accountChangeTexts: Record<AccountChange, Text> = {
  password_changed: { kz: 'құпиясөз өзгертілді', ru: 'пароль изменён' },
  email_changed: { kz: 'электрондық пошта өзгертілді', ru: 'электронная почта изменена' },
  phone_changed: { kz: 'телефон нөмірі өзгертілді', ru: 'номер телефона изменён' },
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
    kz: 'қызметкердің жұмыс орны ашылды',
    ru: 'открыто рабочее место сотрудника',
  },
  phone_set: { kz: 'телефон нөмірі қосылды', ru: 'добавлен номер телефона' },
  phone_left: {
    kz: 'телефон нөмірі басқа клиентке өтті',
    ru: 'номер телефона перешёл к другому клиенту',
  },
}

/** Said shorter in an SMS. */
const smsOf: Partial<Record<AccountChange, Text>> = {
  email_changed: { kz: 'пошта өзгертілді', ru: 'почта изменена' },
  email_corrected: { kz: 'поштаны қызметкер түзетті', ru: 'почту исправил сотрудник' },
  password_sent: { kz: 'уақытша құпиясөз сұратылды', ru: 'запрошен временный пароль' },
  phone_left: { kz: 'нөмір басқа клиентке өтті', ru: 'номер перешёл к другому клиенту' },
}

/**
 * SMS and letter about a change; `link` is "it was not me", where the message carries it, `short`
 * the same for an SMS.
 */
export function accountChangeMessage(
  change: AccountChange,
  { at, link, short }: { at: Text; link: string | null; short: string | null },
): Record<Locale, { sms: string; subject: string; letter: string }> {
  const what = accountChangeTexts[change]
  const told = smsOf[change] ?? what
  const not = (at: string | null): Text =>
    at
      ? { kz: `Сіз емес пе? ${at}`, ru: `Это были не Вы? ${at}` }
      : {
          kz: `Сіз емес пе? ${brand.callCentre} нөміріне қоңырау шалыңыз.`,
          ru: `Это были не Вы? Позвоните: ${brand.callCentre}.`,
        }
  return {
    kz: {
      sms: `${brand.name.kz}: кабинетіңізде ${told.kz}, ${at.kz}. ${not(short).kz}`,
      subject: `Жеке кабинет: ${what.kz}`,
      letter: `Сәлеметсіз бе!\n\nЖеке кабинетіңізде ${what.kz}, ${at.kz}.\n\n${not(link).kz}\n\n${brand.legalName.kz}`,
    },
    ru: {
      sms: `${brand.name.ru}: в Вашем кабинете ${told.ru}, ${at.ru}. ${not(short).ru}`,
      subject: `Личный кабинет: ${what.ru}`,
      letter: `Здравствуйте!\n\nВ Вашем личном кабинете ${what.ru}, ${at.ru}.\n\n${not(link).ru}\n\n${brand.legalName.ru}`,
    },
  }
}

export const notMeCode = (code: string): Text => ({
  kz: `${brand.name.kz}: кабинетті қайтару коды ${code}. Оны ешкімге айтпаңыз.`,
  ru: `${brand.name.ru}: код для возврата кабинета ${code}. Никому его не говорите.`,
})
