import { almatyTime } from '../../ui/almaty.ts'

export const time = (at: string | null): string => (at ? almatyTime(at) : '–')
