import { plural, texts } from '../../texts.ts'

/** The promoter's own day. */
export default texts({
  kz: {
    title: 'Менің күнім, полис саны',
    of: (goal: number) => `мақсат: ${goal}`,
    policies: (n: number) => `${n} полис`,
    left: (n: number) => `мақсатқа дейін ${n}`,
    reached: 'мақсат орындалды',
    premium: (sum: string) => `сыйлықақы ${sum}`,
    usual: (n: string) => `әдетте осы уақытқа дейін ${n}`,
    goalMark: (n: number) => `мақсат ${n}`,
    usualMark: 'әдетте',
    sentence: (n: number, goal: string) => `Бүгін ${n} полис ресімделді. ${goal}`,
    time: 'Уақыты',
    count: 'Полис',
    lost: 'Осы аптада неге сатылмады',
    lostSentence: (n: number, first: string) =>
      `Осы аптада ${n} сатылым болмады. Ең жиі себебі: ${first}`,
    reason: 'Себебі',
    times: 'Саны',
    pay: 'Айлық сыйақым',
    payBefore: (sum: string) => `өткен ай: ${sum}`,
    payToday: (sum: string) => `бүгін: ${sum}`,
    payNotSet:
      'Сыйақы пайызы белгіленбеген. Оны брокердің әкімшісі белгілейді: соған хабарласыңыз.',
    goalNotSet: 'Күндік мақсат қойылмаған. Оны брокердің әкімшісі қояды.',
  },
  ru: {
    title: 'Мой день, полисов',
    of: (goal: number) => `из ${goal}`,
    policies: (n: number) =>
      plural('ru', n, {
        one: '{n} полис',
        few: '{n} полиса',
        many: '{n} полисов',
        other: '{n} полиса',
      }),
    left: (n: number) => `до цели ${n}`,
    reached: 'цель выполнена',
    premium: (sum: string) => `премия ${sum}`,
    usual: (n: string) => `обычно к этому времени ${n}`,
    goalMark: (n: number) => `цель ${n}`,
    usualMark: 'обычно',
    sentence: (n: number, goal: string) => `Сегодня оформлено полисов: ${n}. ${goal}`,
    time: 'Время',
    count: 'Полисов',
    lost: 'Почему не состоялись на этой неделе',
    lostSentence: (n: number, first: string) =>
      `На этой неделе не состоялось продаж: ${n}. Чаще всего: ${first}`,
    reason: 'Причина',
    times: 'Раз',
    pay: 'Моё вознаграждение за месяц',
    payBefore: (sum: string) => `прошлый месяц: ${sum}`,
    payToday: (sum: string) => `сегодня: ${sum}`,
    payNotSet:
      'Процент вознаграждения не задан. Его задаёт администратор брокера: обратитесь к нему.',
    goalNotSet: 'Цель на день не задана. Её ставит администратор брокера.',
  },
})
