import { texts } from '../../texts.ts'

/** Texts of a price's explanation, loaded when it is opened. */
export default texts({
  kz: {
    sum: 'Барлығы, бүтін теңгеге дейін дөңгелектелген',
    changes: 'Бағаны не өзгертеді?',
    changeYear: (name: string) => `Апатсыз бір жыл: ${name}-сынып`,
    changeTwo: 'Өтіл 2 жылға жеткенде',
    change25: 'Жүргізуші 25 жасқа толғанда',
  },
  ru: {
    sum: 'Итого, с округлением до целого тенге',
    changes: 'Что изменит цену?',
    changeYear: (name: string) => `Год без аварий: класс ${name}`,
    changeTwo: 'Когда стаж достигнет 2 лет',
    change25: 'Когда водителю исполнится 25 лет',
  },
})
