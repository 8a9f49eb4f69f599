import { basename } from 'node:path'
import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk
export type Built = ReturnType<typeof builtOf>

/** What the bundler made, found by name; what is not there stops the build. */
export function builtOf({ output }: Rolldown.RolldownOutput) {
  const chunks = new Map(
    output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const entry = (name: string): Chunk => {
    const found = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === name)
    if (!found) throw new Error(`The bundle has no entry '${name}'`)
    return found
  }
  const asset = (fileName: string): string | Uint8Array => {
    const found = output.find((file) => file.type === 'asset' && file.fileName === fileName)
    if (found?.type !== 'asset') throw new Error(`The bundle has no file '${fileName}'`)
    return found.source
  }
  const font = (name: string): string => {
    const found = output.find(
      ({ fileName }) => basename(fileName).startsWith(name) && fileName.endsWith('.woff2'),
    )
    if (!found) throw new Error(`The bundle has no font '${name}'`)
    return `/${found.fileName}`
  }
  /** A script with what it needs before it, deepest first: the order its styles must stand in. */
  const needs = (chunk: Chunk, seen = new Set<string>()): Chunk[] => {
    if (seen.has(chunk.fileName)) return []
    seen.add(chunk.fileName)
    const before = chunk.imports.flatMap((name) => {
      const imported = chunks.get(name)
      return imported ? needs(imported, seen) : []
    })
    return [...before, chunk]
  }
  /** The chunks and all that they load later. */
  const lazyToo = (first: readonly Chunk[]): Chunk[] => {
    const found = new Set<Chunk>()
    const visit = (chunk: Chunk | undefined) => {
      if (!chunk || found.has(chunk)) return
      found.add(chunk)
      for (const name of [...chunk.imports, ...chunk.dynamicImports]) visit(chunks.get(name))
    }
    for (const chunk of first) visit(chunk)
    return [...found]
  }
  return { output, entry, asset, font, needs, lazyToo }
}

/** The style sheets a script brings. */
export const cssOf = (chunk: Chunk): string[] => [...(chunk.viteMetadata?.importedCss ?? [])]
