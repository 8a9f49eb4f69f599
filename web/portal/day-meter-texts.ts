import { plural, texts } from '../texts.ts'

export default texts({
  kz: {
    today: (n: number) => `бүгін ${n} полис`,
    ofGoal: (n: number, goal: number) => `бүгін ${n} / ${goal}`,
  },
  ru: {
    today: (n: number) =>
      plural('ru', n, {
        one: 'сегодня {n} полис',
        few: 'сегодня {n} полиса',
        many: 'сегодня {n} полисов',
        other: 'сегодня {n} полиса',
      }),
    ofGoal: (n: number, goal: number) => `сегодня ${n} из ${goal}`,
  },
})
