import type { KyselyPlugin } from 'kysely'

/** Says every statement as it is made, without its values: its table and its conditions. */
export const hears = (heard: string[]): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    heard.push(JSON.stringify(node, (key, value) => (/^values?$/.test(key) ? null : value)))
    return node
  },
  transformResult: async ({ result }) => result,
})
