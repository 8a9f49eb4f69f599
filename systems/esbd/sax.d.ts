/** The parts of the library that `wire.ts` uses; it ships no types. */
declare module 'sax' {
  type Parser = {
    onopentag: (node: { name: string; attributes: Record<string, string> }) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    oncdata: (text: string) => void
    ondoctype: (text: string) => void
    onerror: (error: Error) => void
    write(xml: string): Parser
    close(): Parser
  }
  const sax: { parser(strict: boolean, options: { position: boolean }): Parser }
  export default sax
}
