import { plural, texts } from '../../texts.ts'

const tries = { one: '{n} раз', few: '{n} раза', many: '{n} раз', other: '{n} раза' }

/** What stands in the way of a policy, as a desk says it. */
export default texts({
  kz: {
    what: {
      silent: (system: string) => `Жауап жоқ: ${system}.`,
      refused: (system: string) => `Қабылданбады: ${system}.`,
      lists: () => 'Тізімдер бойынша тексеруден өтпеді: тізімдер ескірген не адам тізімде бар.',
      price: (ours: string, theirs: string) =>
        `Сыйлықақы сәйкес емес: бізде ${ours}, бірыңғай дерекқорда ${theirs}.`,
    },
    anySystem: 'сыртқы жүйе',
    waits: 'Ақша бізде, клиент полисті күтіп отыр.',
    where: 'Қай жерде',
    since: 'Қашаннан бері',
    sinceFor: (time: string, waited: string) => `${time}, ${waited}`,
    tries: 'Өзіміз қайталаймыз',
    triesNext: (n: number, time: string) => `${n} рет, келесісі: ${time}`,
    triesOver: (n: number) => `${n} рет, енді қайталамаймыз`,
    otherwise: 'Ресімделмесе',
    otherwiseText: (time: string) => `ақшаны қайтарамыз: ${time}`,
  },
  ru: {
    what: {
      silent: (system: string) => `Нет ответа: ${system}.`,
      refused: (system: string) => `Получен отказ: ${system}.`,
      lists: () => 'Проверка по перечням не пройдена: перечни устарели или человек в них найден.',
      price: (ours: string, theirs: string) =>
        `Премия не совпадает: у нас ${ours}, в единой базе ${theirs}.`,
    },
    anySystem: 'внешняя система',
    waits: 'Деньги у нас, клиент ждёт полис.',
    where: 'Где',
    since: 'С какого времени',
    sinceFor: (time: string, waited: string) => `${time}, ${waited}`,
    tries: 'Пробуем сами',
    triesNext: (n: number, time: string) => `${plural('ru', n, tries)}, снова: ${time}`,
    triesOver: (n: number) => `${plural('ru', n, tries)}, больше не пробуем`,
    otherwise: 'Если не получится',
    otherwiseText: (time: string) => `вернём деньги: ${time}`,
  },
})
