import { texts } from '../../texts.ts'

export default texts({
  kz: {
    open: 'Ашу',
    choose: 'Файл таңдау',
    sending: 'Жүктелуде',
    hint: 'PDF, JPG немесе PNG, 10 МБ дейін',
    scans: { waiting: 'вирусқа тексерілуде', infected: 'вирус табылды, ашылмайды' },
  },
  ru: {
    open: 'Открыть',
    choose: 'Выбрать файл',
    sending: 'Загружается',
    hint: 'PDF, JPG или PNG, до 10 МБ',
    scans: { waiting: 'проверяется на вирусы', infected: 'найден вирус, не откроется' },
  },
})
