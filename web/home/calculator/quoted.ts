import type { Reply } from '../../http/api.ts'

export type Quote = Reply<'homeCalculate'>['data']
export type Quoted =
  | { is: 'asked'; goesOn?: true }
  | { is: 'quote'; quote: Quote }
  /** The registers or the insurer say no; `later`: they may say yes in a while. */
  | { is: 'refused'; message: string; later: boolean }
  | { is: 'failed'; offline: boolean }
