import { texts } from '../../texts.ts'

/** Words of a number that is masked until requested. */
export default texts({
  kz: {
    reveal: {
      iin: 'ЖСН-ді көрсету',
      phone: 'Телефонды көрсету',
      document: 'Құжатты көрсету',
      birth: 'Туған күнін көрсету',
    },
    hide: 'Жасыру',
    open: (n: number) => `тағы ${n}\u00a0сек ашық`,
    failed: 'Нөмірді көрсету мүмкін болмады',
  },
  ru: {
    reveal: {
      iin: 'Показать ИИН',
      phone: 'Показать телефон',
      document: 'Показать документ',
      birth: 'Показать дату рождения',
    },
    hide: 'Скрыть',
    open: (n: number) => `открыто ещё ${n}\u00a0с`,
    failed: 'Не удалось показать номер',
  },
})
