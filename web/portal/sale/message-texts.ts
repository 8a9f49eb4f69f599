import { texts } from '../../texts.ts'

/** A client's message that fills the sheet. */
export default texts({
  kz: {
    open: 'Хабарламадан толтыру',
    title: 'Клиенттің хабарламасынан толтыру',
    label: 'Хабарлама мәтіні',
    hint: 'ЖСН, телефон, мемлекеттік нөмір және техпаспорт кез келген ретпен тұра береді',
    found: 'Хабарламадан табылғаны',
    nothing: 'Бұл мәтіннен ештеңе табылмады',
    unread: 'Мыналар танылмады',
    take: (n: number) => `Толтыру (${n})`,
    instead: (value: string) => `Өрісте қазір тұрғаны: ${value}`,
    of: {
      iin: 'ЖСН',
      phone: 'Телефон',
      plate: 'Мемлекеттік нөмір',
      techPassport: 'Техпаспорт',
      email: 'Электрондық пошта',
    },
    policyholder: 'Сақтанушы',
    driver: (n: number) => `${n}-жүргізуші`,
    car: (n: number) => `${n}-көлік`,
    close: 'Жабу',
  },
  ru: {
    open: 'Заполнить из сообщения',
    title: 'Заполнить из сообщения клиента',
    label: 'Текст сообщения',
    hint: 'ИИН, телефон, госномер и техпаспорт в любом порядке',
    found: 'Что нашли в сообщении',
    nothing: 'В этом тексте ничего не нашли',
    unread: 'Эти числа не распознаны',
    take: (n: number) => `Заполнить (${n})`,
    instead: (value: string) => `Сейчас в поле: ${value}`,
    of: {
      iin: 'ИИН',
      phone: 'Телефон',
      plate: 'Госномер',
      techPassport: 'Техпаспорт',
      email: 'Электронная почта',
    },
    policyholder: 'Страхователь',
    driver: (n: number) => `Водитель ${n}`,
    car: (n: number) => `Автомобиль ${n}`,
    close: 'Закрыть',
  },
})
