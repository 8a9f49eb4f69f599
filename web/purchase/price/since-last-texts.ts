import { texts } from '../../texts.ts'

/** A renewal's price beside the policy it follows. */
export default texts({
  kz: {
    same: (was: string) => `Алдыңғы полиспен бағасы бірдей: ${was}`,
    less: (by: string, was: string) => `Алдыңғы полистен арзан. Айырма: ${by}, алдыңғысы – ${was}`,
    more: (by: string, was: string) => `Алдыңғы полистен қымбат. Айырма: ${by}, алдыңғысы – ${was}`,
    why: 'Баға неге өзгерді',
    none: 'ескерілмеген',
    otherCars: 'Көліктер тізімі өзгерді',
    otherDriver: 'Бағаны енді басқа жүргізуші анықтайды',
  },
  ru: {
    same: (was: string) => `Столько же стоил прошлый полис: ${was}`,
    less: (by: string, was: string) => `На ${by} дешевле прошлого полиса: он стоил ${was}`,
    more: (by: string, was: string) => `На ${by} дороже прошлого полиса: он стоил ${was}`,
    why: 'Почему изменилась цена',
    none: 'не учитывалось',
    otherCars: 'Изменился список автомобилей',
    otherDriver: 'Цену теперь определяет другой водитель',
  },
})
