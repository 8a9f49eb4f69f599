/** What a quote, and the order made of it, is for. */
export const kindOf = (kind: string): 'new' | 'prolong' | 'reissue' =>
  kind === 'prolong' || kind === 'reissue' ? kind : 'new'
