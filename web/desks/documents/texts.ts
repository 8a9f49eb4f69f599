import { texts } from '../../texts.ts'

export default texts({
  kz: {
    open: 'Ашу',
    choose: 'Файл таңдау',
    sending: 'Қосылып жатыр',
    hint: 'PDF, JPG немесе PNG, 10\u00a0МБ-қа дейін',
    scans: { waiting: 'вирусқа тексерілуде', infected: 'вирус табылды, ашылмайды' },
  },
  ru: {
    open: 'Открыть',
    choose: 'Выбрать файл',
    sending: 'Загружается',
    hint: 'PDF, JPG или PNG, до 10\u00a0МБ',
    scans: { waiting: 'проверяется на вирусы', infected: 'найден вирус, открыть нельзя' },
  },
})
