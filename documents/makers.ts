import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Begun, Made } from './maker-process.ts'
import type { Paper } from './render-paper.ts'
import { SheetFault } from './sheet-fault.ts'

export type PaperMakers = {
  /**
   * Makes the PDF of a paper in another process. Throws if its template does not compile, or if two
   * processes in turn died over it; the caller may then retry. `whose`: the person or claim whose
   * uploaded files it uses: each gets one process at a time, the one served longest ago is next,
   * and `CrowdedOut` is thrown if too many of theirs wait.
   */
  make(paper: Paper, whose?: string | null): Promise<Buffer>
  /** True while nothing is being made and nothing waits. */
  resting(): boolean
  /** Ids of the processes there are now. */
  processes(): number[]
  /** Lets the processes go. What still waits is refused. */
  close(): void
}

type Limits = {
  /** Processes at once, 1 or more. */
  most: number
  /** How long one that has nothing to do stays. */
  idleMs: number
  /** How long a process may take to begin a paper, its own start with it, before it is taken for stuck. */
  startMs: number
  /** How long one paper that is begun, or each of those joined, may take likewise. */
  paperMs: number
  /** Heap limit of its JavaScript, megabytes; a process that needs more dies. */
  heapMb?: number
  /** How many processes may die over one paper: 2, of files of strangers 1. */
  deaths?: number
}
type Asked = {
  paper: Paper
  whose: string | null
  died: number
  resolve(bytes: Buffer): void
  reject(cause: Error): void
}
type Maker = {
  pid: number | undefined
  /** Its present paper; null while idle. */
  asked: Asked | null
  give(asked: Asked): void
  letGo(): void
}

/** Where as many wait, another process is worth its memory: one policy's papers are four. */
const WAIT_FOR_ANOTHER = 4
const DEATHS_OF_A_PAPER = 2
/** So many papers of one person wait at most: of a claim's twenty photographs and its papers, all. */
const WAIT_OF_ONE = 32

/** Too many papers of one person already wait; the caller may retry in a moment. */
export class CrowdedOut extends Error {}
const program = fileURLToPath(new URL('./maker-process.ts', import.meta.url))

/**
 * Processes that make papers, so that the thread that answers requests never does: none until the
 * first paper, another when many wait, none again after a while without papers. A process that dies
 * loses nothing: the next one makes its paper once more. Calls `onDeath` then.
 */
export function paperMakers(
  { most, idleMs, startMs, paperMs, heapMb, deaths = DEATHS_OF_A_PAPER }: Limits,
  onDeath: (how: string) => void,
): PaperMakers {
  const waiting: Asked[] = []
  const makers = new Set<Maker>()
  /** When each of those who wait was last served, in turns. */
  const served = new Map<string, number>()
  let turn = 0
  let closed = false

  function handOut(): void {
    for (;;) {
      const asked = next()
      const free = asked && ([...makers].find((one) => one.asked === null) ?? another(asked))
      if (!free) return
      waiting.splice(waiting.indexOf(asked), 1)
      turn += 1
      if (asked.whose !== null) served.set(asked.whose, turn)
      free.give(asked)
    }
  }

  /** Returns the next paper: never two of one person at once. */
  function next(): Asked | undefined {
    const atWork = new Set([...makers].map(({ asked }) => asked?.whose ?? null))
    const last = ({ whose }: Asked) => (whose === null ? 0 : (served.get(whose) ?? 0))
    return waiting
      .filter(({ whose }) => whose === null || !atWork.has(whose))
      .toSorted((a, b) => last(a) - last(b))[0]
  }

  /**
   * Starts a further process, or returns null. For uploaded files it does so at once, so that no
   * other paper waits behind them.
   */
  function another({ whose }: Asked): Maker | null {
    const isWorth = makers.size === 0 || whose !== null || waiting.length > WAIT_FOR_ANOTHER
    if (makers.size >= most || !isWorth) return null
    const maker = start({ idleMs, startMs, paperMs, heapMb }, finish, letGo, lost)
    makers.add(maker)
    return maker
  }

  function finish(maker: Maker, made: Made): void {
    const { asked } = maker
    maker.asked = null
    forget(asked)
    if ('failed' in made)
      asked?.reject(made.fault ? new SheetFault(made.fault) : new Error(made.failed))
    else {
      const { buffer, byteOffset, length } = made.bytes
      asked?.resolve(Buffer.from(buffer, byteOffset, length))
    }
    handOut()
  }

  /** Forgets the turn of a person without waiting papers. */
  function forget(asked: Asked | null): void {
    if (asked?.whose && !waiting.some(({ whose }) => whose === asked.whose))
      served.delete(asked.whose)
  }

  function letGo(maker: Maker): void {
    makers.delete(maker)
    maker.letGo()
  }

  function lost(maker: Maker, how: string): void {
    if (!makers.has(maker)) return
    letGo(maker)
    onDeath(how)
    const { asked } = maker
    if (asked) {
      asked.died += 1
      if (asked.died < deaths) waiting.unshift(asked)
      else {
        forget(asked)
        asked.reject(new Error(`The processes that made a paper died (${how})`))
      }
    }
    handOut()
  }

  return {
    make: (paper, whose = null) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('No papers are made any more: the process ends'))
        if (whose !== null && waiting.filter((one) => one.whose === whose).length >= WAIT_OF_ONE)
          return reject(new CrowdedOut('Too many papers of one person wait'))
        waiting.push({ paper, whose, died: 0, resolve, reject })
        handOut()
      }),
    resting: () => waiting.length === 0 && [...makers].every(({ asked }) => asked === null),
    processes: () => [...makers].flatMap(({ pid }) => pid ?? []),
    close: () => {
      closed = true
      const gone = new Error('The process ends before the paper is made')
      for (const asked of waiting.splice(0)) asked.reject(gone)
      for (const maker of Array.from(makers)) {
        letGo(maker)
        maker.asked?.reject(gone)
      }
    },
  }
}

/**
 * Starts a process. Calls `made` with its reply, `idle` when it has had nothing to do for long,
 * `gone` with how it ended, for any reason. An idle one does not keep its parent alive.
 */
function start(
  {
    idleMs,
    startMs,
    paperMs,
    heapMb,
  }: Pick<Limits, 'idleMs' | 'startMs' | 'paperMs'> & { heapMb: number | undefined },
  made: (maker: Maker, made: Made) => void,
  idle: (maker: Maker) => void,
  gone: (maker: Maker, how: string) => void,
): Maker {
  const child = forked(heapMb)
  let timer: NodeJS.Timeout | undefined
  const dies = (afterMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  }
  const maker: Maker = {
    pid: child.pid,
    asked: null,
    give: (asked) => {
      maker.asked = asked
      child.ref()
      child.channel?.ref()
      dies(startMs)
      // One that has just died says so by its end.
      child.send(asked.paper, () => {})
    },
    letGo: () => {
      clearTimeout(timer)
      if (child.connected) child.disconnect()
    },
  }
  child.on('message', (answer: Begun | Made) => {
    if ('begun' in answer) {
      if (maker.asked) dies(paperMs * sheetsOf(maker.asked.paper))
      return
    }
    clearTimeout(timer)
    timer = setTimeout(() => idle(maker), idleMs).unref()
    child.unref()
    child.channel?.unref()
    made(maker, answer)
  })
  child.once('error', (cause) => gone(maker, cause.message))
  child.once('exit', (code, signal) => gone(maker, String(signal ?? code)))
  return maker
}

function sheetsOf(paper: Paper): number {
  if (paper.of === 'joined') return paper.files.length
  return paper.of === 'case' ? paper.facts.papers.length + 2 : 1
}

/** Of the settings it gets none: it needs no database, no key and no address. */
const forked = (heapMb: number | undefined): ChildProcess =>
  fork(program, {
    serialization: 'advanced',
    execArgv: heapMb ? [`--max-old-space-size=${heapMb}`] : [],
    env: ofSystem(['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'NODE_COMPILE_CACHE', 'NODE_ENV']),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

const ofSystem = (names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
