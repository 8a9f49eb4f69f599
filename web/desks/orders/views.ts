/** The tabs of the orders, in their order. */
export const views = ['human', 'stuck', 'refund_failed', 'details', 'newest'] as const
export type View = (typeof views)[number]

/** Views that need staff are counted; the newest has no count. */
export const isCounted = (view: View): view is Exclude<View, 'newest'> => view !== 'newest'

export type Asked = {
  view: View
  order?: 'oldest' | 'newest'
  state?: string
  channel?: string
}

/** Returns the list's query from the address. */
export function askedBy(query: URLSearchParams): Asked {
  const sort = query.get('sort')
  const [state, channel] = [query.get('state'), query.get('channel')]
  return {
    view: views.find((one) => one === query.get('view')) ?? 'human',
    ...(sort === 'oldest' || sort === 'newest' ? { order: sort } : {}),
    ...(state ? { state } : {}),
    ...(channel ? { channel } : {}),
  }
}
