import { texts } from '../texts.ts'

/** Words of a site whose clock the sandbox has moved. */
export default texts({
  kz: {
    title: 'Демонстрация: сайттың уақыты өзгертілген',
    today: (day: string) => `Сайттағы бүгінгі күн: ${day}`,
  },
  ru: {
    title: 'Демонстрация: время на сайте изменено',
    today: (day: string) => `Сегодня на сайте ${day}`,
  },
})
