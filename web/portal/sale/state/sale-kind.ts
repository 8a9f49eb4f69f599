import type { OgpoKind } from '#domain/products.ts'
import type { State } from './state.ts'

/**
 * What a sheet sells. Of an order the server says it, as an order is opened without its form too;
 * before there is one, the form. Null: an order whose form is not here and that has not been told
 * about yet.
 */
export function saleKind(
  { sold, term }: Pick<State, 'sold' | 'term'>,
  apart: boolean,
): OgpoKind | null {
  if (sold || apart) return sold?.kind ?? null
  return term.reissue ? 'reissue' : term.prolong ? 'prolong' : 'new'
}
