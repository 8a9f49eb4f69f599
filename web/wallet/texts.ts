import { texts } from '../texts.ts'

export default texts({
  kz: { apple: 'Apple Wallet-ке қосу', google: 'Google Wallet-ке қосу' },
  ru: { apple: 'Добавить в Apple Wallet', google: 'Добавить в Google Кошелёк' },
})
