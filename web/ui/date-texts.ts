import { texts } from '../texts.ts'

export default texts({
  kz: { shape: 'кк.аа.жжжж', calendar: 'Күнтізбеден таңдау' },
  ru: { shape: 'дд.мм.гггг', calendar: 'Выбрать в календаре' },
})
