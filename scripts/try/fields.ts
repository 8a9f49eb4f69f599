import { XMLParser } from 'fast-xml-parser'

export type Leaf = { path: string; name: string; value: unknown }
const MOST_LEAVES = 40

/** Every value of an answer by its path; of a list the first two. */
export function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (value instanceof Date)
    return [{ path: path.join('.'), name: path.at(-1) ?? '', value: value.toISOString() }]
  if (Array.isArray(value))
    return [
      ...(value.length > 2
        ? [{ path: path.join('.'), name: 'length', value: `${value.length} of them` }]
        : []),
      ...value.slice(0, 2).flatMap((item, at) => leavesOf(item, [...path, String(at)])),
    ]
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => leavesOf(item, [...path, name]))
  return [{ path: path.join('.') || 'answer', name: path.at(-1) ?? 'answer', value }]
}

/** An answer's fields, whether it is JSON or XML; null for anything else. */
export function fieldsOf(text: string): Leaf[] | null {
  try {
    return leavesOf(JSON.parse(text)).slice(0, MOST_LEAVES)
  } catch {
    if (!/^\s*</.test(text) || /<html/i.test(text)) return null
    try {
      return leavesOf(
        new XMLParser({
          removeNSPrefix: true,
          parseTagValue: false,
          ignoreDeclaration: true,
        }).parse(text),
      ).slice(0, MOST_LEAVES)
    } catch {
      return null
    }
  }
}
