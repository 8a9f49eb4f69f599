import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { colours } from '#domain/colours.ts'
import { horns, mound } from '#domain/mark.ts'
import { fonts } from './fonts.ts'

/**
 * PDF/A-2a: for storage over years, tagged for screen readers. The templates satisfy PDF/UA-1 too
 * (a test renders them so).
 */
export type Standard = 'a-2a' | 'ua-1'

let compiler: NodeCompiler | undefined
/**
 * A file only the compiler sees. Facts given as `sys.inputs` are a part of the library of every
 * template, so that nothing worked out for one document could be used for the next.
 */
const factsFile = join(import.meta.dirname, 'facts.json')

/**
 * Fills a template and returns the bytes of a PDF. Pure: the same view gives the same bytes. It
 * reaches the template as data (a file in memory), never as source, so no name can become markup.
 * Throws if a template does not compile; the message names the template and the reason, never the
 * facts. Takes about 8 ms of CPU without a pause; the compiled paper is freed when the event loop
 * turns, so a long row of documents must await something in between.
 */
export function pdf(template: string, data: object, standard: Standard): Uint8Array {
  compiler ??= NodeCompiler.create({
    workspace: import.meta.dirname,
    fontArgs: [{ fontBlobs: [...fonts] }],
  })
  compiler.mapShadow(
    factsFile,
    Buffer.from(JSON.stringify({ ...data, colours: colours.light, mark: { horns, mound } })),
  )
  const compiled = compiler.compile({ mainFilePath: join(import.meta.dirname, template) })
  if (!compiled.result)
    throw new Error(`The template ${template} does not compile: ${reasons(compiled)}`)
  const bytes = compiler.pdf(compiled.result, { pdfStandard: standard })
  // A policy's documents find what those of the policies before had in common laid out. What lies
  // further back goes, with its facts.
  compiler.evictCache(16)
  return new Uint8Array(bytes)
}

function reasons(compiled: ReturnType<NodeCompiler['compile']>): string {
  const found = compiled.takeDiagnostics()?.shortDiagnostics ?? []
  return found
    .map((diagnostic: { message?: string }) => diagnostic.message ?? 'no reason given')
    .join('; ')
}
