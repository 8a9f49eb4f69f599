import type { Reply } from '../../http/api.ts'

export type Quote = Reply<'homeCalculate'>['data']
export type Quoted =
  | { is: 'asked'; goesOn?: true }
  | { is: 'quote'; quote: Quote }
  /** The registers or the insurer say no. */
  | { is: 'refused'; message: string; code: number | null }
  | { is: 'failed'; offline: boolean }
