import { texts } from '../../texts.ts'

/** `short`: where a sheet has no room; it shows no hints either. */
export type FieldWords = { label: string; short?: string; hint?: string }
export type RowInput = keyof Words['driver'] | keyof Words['car']
type Words = {
  driver: Record<'iin' | 'phone', FieldWords>
  car: Record<'plate' | 'techPassport' | 'owner', FieldWords>
}

/** Names of the inputs of rows, for any seller: an entry for each input. */
export default texts<Words>({
  kz: {
    driver: {
      iin: { label: 'Жүргізушінің ЖСН-і', short: 'ЖСН', hint: '12 цифр, жеке куәлікте жазылған' },
      phone: { label: 'Жүргізушінің телефоны', hint: '1414 нөмірінен келісім сұраймыз' },
    },
    car: {
      plate: { label: 'Мемлекеттік нөмір' },
      techPassport: { label: 'Техпаспорт нөмірі' },
      owner: {
        label: 'Көлік иесінің ЖСН-і немесе БСН-і',
        short: 'Иесінің ЖСН/БСН-і',
        hint: 'Техпаспортта жазылған иесі',
      },
    },
  },
  ru: {
    driver: {
      iin: { label: 'ИИН водителя', short: 'ИИН', hint: '12 цифр из удостоверения личности' },
      phone: { label: 'Телефон водителя', hint: 'С номера 1414 запросим согласие' },
    },
    car: {
      plate: { label: 'Госномер' },
      techPassport: { label: 'Номер техпаспорта' },
      owner: {
        label: 'ИИН или БИН владельца',
        short: 'ИИН/БИН владельца',
        hint: 'Того, кто записан в техпаспорте',
      },
    },
  },
})
