import { fieldText } from '#texts/fields.ts'
import { texts } from '../../texts.ts'

export default texts({
  kz: {
    temporary: 'Құпиясөзіңіз уақытша',
    temporaryText: 'Оны өзіңіздікімен ауыстырыңыз. Содан кейін кабинет толық ашылады.',
    rule: 'Кемінде 6 таңба: латын әріптері, цифрлар немесе арнайы таңбалар. Ауыстырғанда басқа құрылғылардан шығасыз.',
    current: 'Қазіргі құпиясөз',
    next: 'Жаңа құпиясөз',
    repeat: 'Жаңа құпиясөзді қайталаңыз',
    submit: 'Құпиясөзді ауыстыру',
    done: 'Құпиясөз ауыстырылды',
    required: fieldText('required', 'kz'),
    password_short: fieldText('password_short', 'kz'),
    password_same: fieldText('password_same', 'kz'),
    password_latin: fieldText('password_latin', 'kz'),
    passwords_differ: fieldText('passwords_differ', 'kz'),
    codeSent: (phone: string) => `Сіз екеніңізді растау үшін ${phone} нөміріне SMS-код жібердік.`,
    summary: 'Тексеріңіз:',
  },
  ru: {
    temporary: 'У вас временный пароль',
    temporaryText: 'Замените его на свой. После этого кабинет откроется полностью.',
    rule: 'Не меньше 6 символов: латинские буквы, цифры или специальные знаки. После смены сеансы на других устройствах завершатся.',
    current: 'Текущий пароль',
    next: 'Новый пароль',
    repeat: 'Повторите новый пароль',
    submit: 'Сменить пароль',
    done: 'Пароль изменён',
    required: fieldText('required', 'ru'),
    password_short: fieldText('password_short', 'ru'),
    password_same: fieldText('password_same', 'ru'),
    password_latin: fieldText('password_latin', 'ru'),
    passwords_differ: fieldText('passwords_differ', 'ru'),
    codeSent: (phone: string) =>
      `Чтобы убедиться, что это вы, мы отправили SMS с кодом на номер ${phone}.`,
    summary: 'Проверьте:',
  },
})
