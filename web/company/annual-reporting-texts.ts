import { brand } from '#brand'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    pageTitle: `Жылдық есептілік – ${brand.name.kz} сақтандыру брокері`,
    title: 'Жылдық есептілік',
    lead: 'Аудиттен өткен көрсеткіштер: қысқасы – диаграммада, толығы – есепте.',
    millions: 'млн\u00a0₸',
    reports: 'Есептер',
    published: (date: string) => `Жарияланған күні: ${date}`,
    auditor: 'Аудит',
    item: 'Көрсеткіш',
    unit: 'Сомалар мың теңгемен көрсетілген.',
    description: (year: number) =>
      `${brand.name.kz} сақтандыру брокерінің ${year} жылғы қаржылық есептілігі: активтер, капитал, пайда мен зиян.`,
  },
  ru: {
    pageTitle: `Годовая отчётность – страховой брокер ${brand.name.ru}`,
    title: 'Годовая отчётность',
    lead: 'Цифры после аудита: на графике – главное, в отчёте – всё.',
    millions: 'млн\u00a0₸',
    reports: 'Отчёты',
    published: (date: string) => `Опубликовано: ${date}`,
    auditor: 'Аудит',
    item: 'Показатель',
    unit: 'Суммы указаны в тысячах тенге.',
    description: (year: number) =>
      `Финансовая отчётность страхового брокера ${brand.name.ru} за ${year} год: активы, капитал, прибыль и убытки.`,
  },
})
