import type { MenuPage } from './pages.ts'
import { texts } from './texts.ts'

/** How pages are called in menus and in the trail above a page: what a menu names has its title. */
export const pageTitles = texts<Record<'index' | 'call-back' | MenuPage, string>>({
  kz: {
    index: 'Басты бет',
    'ogpo-calculator': 'ОГПО құнын есептеу',
    'auto-insurance': 'Автосақтандыру',
    'egov-home': 'Home',
    'bonus-malus': '«Бонус-малус» сыныптары',
    organisations: 'Ұйымдарға ОГПО',
    check: 'Полисті тексеру',
    'claim-new': 'Сізге зиян келсе',
    contact: 'Байланыс',
    'call-back': 'Қоңырау шалуды сұрау',
    docs: 'Өтініш үлгілері',
    'types-of-activity': 'Қызмет түрлері',
    founders: 'Құрылтайшылар',
    managers: 'Басшылық',
    documents: 'Құжаттар',
    'annual-reporting': 'Жылдық есептілік',
  },
  ru: {
    index: 'Главная',
    'ogpo-calculator': 'Рассчитать ОГПО',
    'auto-insurance': 'Автострахование',
    'egov-home': 'Home',
    'bonus-malus': 'Классы «бонус-малус»',
    organisations: 'ОГПО для организаций',
    check: 'Проверка полиса',
    'claim-new': 'Если вам причинён вред',
    contact: 'Контакты',
    'call-back': 'Заказать звонок',
    docs: 'Шаблоны заявлений',
    'types-of-activity': 'Виды деятельности',
    founders: 'Учредители',
    managers: 'Руководство',
    documents: 'Документы',
    'annual-reporting': 'Годовая отчётность',
  },
})
