import { texts } from '../texts.ts'

export default texts({ kz: { filters: 'Сүзгілер' }, ru: { filters: 'Фильтры' } })
