import { useTexts } from '../../texts.ts'
import words from './texts.ts'

/** A value as a person reads it. */
export function useShown(): (value: string | number | boolean | undefined) => string {
  const t = useTexts(words)
  return (value) => {
    if (value === true) return t.yes
    if (value === false) return t.no
    if (value === undefined || value === '') return '–'
    if (typeof value === 'number' && Number.isInteger(value)) return String(value).replace(/\B(?=(\d{3})+$)/g, '\u00a0')
    return /^-?\d+\.\d+$/.test(String(value)) ? String(value).replace('.', ',') : String(value)
  }
}
