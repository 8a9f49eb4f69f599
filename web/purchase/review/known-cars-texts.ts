import { dayFrom, dayOn, dayUntil } from '#texts/phrases.ts'
import { plural, texts } from '../../texts.ts'

/** Texts of the cars and people insured here before. */
export default texts({
  kz: {
    heading: 'Сіздің көліктеріңіз',
    about: 'Көлік пен жүргізушілер бұрынғы полистен алынады, ештеңе жазбайсыз.',
    drivers: (n: number) => `${n} жүргізуші`,
    until: (day: string) => `полисі ${dayUntil.kz(day)}`,
    ended: (day: string) => `полисі ${dayOn.kz(day)} бітті`,
    early: (day: string) => `келесі полисті ${dayFrom.kz(day)} алуға болады`,
  },
  ru: {
    heading: 'Ваши автомобили',
    about: 'Автомобиль и водителей возьмём из прежнего полиса, вводить ничего не надо.',
    drivers: (n: number) =>
      plural('ru', n, {
        one: '{n} водитель',
        few: '{n} водителя',
        many: '{n} водителей',
        other: '{n} водителя',
      }),
    until: (day: string) => `полис ${dayUntil.ru(day)}`,
    ended: (day: string) => `полис закончился ${day}`,
    early: (day: string) => `следующий можно купить ${dayFrom.ru(day)}`,
  },
})
