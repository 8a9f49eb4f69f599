import { flushSync } from 'react-dom'

/** A stretch of rows of a table; one that stays is never out of the page. */
export type Part = { name: string; count: number; stays: boolean }
/** Stretches that are out of the page: the height a row of theirs had. */
export type Out = ReadonlyMap<string, number>
export type Sight = ReturnType<typeof newSight>

/** How far beyond the edges rows are drawn, of the height that is seen. */
const BEYOND = 0.5
/** So many that are out of sight wait in the page until others come: it is laid out once for both. */
const FEW = 3

const isDrawn = (body: HTMLElement | undefined): body is HTMLElement =>
  body !== undefined && body.dataset['out'] === undefined
const heightIn = (body: HTMLElement, rows = [...body.querySelectorAll('tr[data-key]')]) =>
  (rows.at(-1)?.getBoundingClientRect().bottom ?? 0) - (rows[0]?.getBoundingClientRect().top ?? 0)

/** Rows that have the focus or a part of the selection stay. */
function isHeld(body: HTMLElement): boolean {
  if (body.contains(document.activeElement)) return true
  const selection = getSelection()
  return selection?.isCollapsed === false && selection.containsNode(body, true)
}

/** What cuts the table off: whether it scrolls or is as high as the table, its edges tell. */
function framesOf(table: Element): Element[] {
  const frames: Element[] = []
  for (let at = table.parentElement; at; at = at.parentElement)
    if (getComputedStyle(at).overflowY !== 'visible') frames.push(at)
  return frames
}

/** From where to where the window shows of it, and as far beyond as rows are drawn. */
function viewIn(frames: readonly Element[]): { top: number; bottom: number } {
  const edges = frames.map((frame) => frame.getBoundingClientRect())
  const top = Math.max(0, ...edges.map((edge) => edge.top))
  const bottom = Math.min(innerHeight, ...edges.map((edge) => edge.bottom))
  const beyond = (bottom - top) * BEYOND
  return { top: top - beyond, bottom: bottom + beyond }
}

type Bodies = ReadonlyMap<string, HTMLElement>
/** Where each stretch stands in the window: as it is in the page, or as it was. */
function* placesOf(order: readonly Part[], bodies: Bodies, out: Out) {
  let to = bodies.get(order[0]?.name ?? '')?.getBoundingClientRect().top ?? 0
  for (const part of order) {
    const body = bodies.get(part.name)
    const from = to
    const gone = isDrawn(body) ? 0 : (out.get(part.name) ?? 0) * part.count
    to += (body?.offsetHeight ?? 0) + gone
    yield { part, body, from, to }
  }
}

/** Of a row of those that are in the page. */
function meanHeight(order: readonly Part[], bodies: Bodies, out: Out): number {
  const here = order.filter(({ name }) => !out.has(name))
  const count = here.reduce((sum, part) => sum + part.count, 0)
  const drawn = here.map(({ name }) => bodies.get(name)).filter((body) => body !== undefined)
  return drawn.reduce((sum, body) => sum + heightIn(body), 0) / count
}

type Ears = {
  settle: () => void
  measure: () => void
  /** Every row is wanted, or no longer. */
  wantAll: (on: boolean) => void
  draw: () => void
}

/** Outside React: scrolling, sizes, the browser's search, its printing and «select all». */
function hear(
  table: Element,
  frames: readonly Element[],
  { settle, measure, wantAll, draw }: Ears,
) {
  const stop = new AbortController()
  const { signal } = stop
  const resize = new ResizeObserver(() => {
    flushSync(measure)
    flushSync(settle)
  })
  for (const one of [table, ...frames]) resize.observe(one)
  // At once: what is asked of the page before it is drawn would be answered by half of it.
  addEventListener('scroll', () => flushSync(settle), { capture: true, passive: true, signal })
  const press = ({ key, code, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'F3' || ((ctrlKey || metaKey) && code === 'KeyF')) wantAll(true)
    else if ((ctrlKey || metaKey) && code === 'KeyA') draw()
  }
  addEventListener('keydown', press, { signal })
  addEventListener('beforeprint', () => wantAll(true), { signal })
  addEventListener('afterprint', () => wantAll(false), { signal })
  // The browser's search has the focus while it looks.
  addEventListener('focus', () => wantAll(false), { signal })
  return () => {
    stop.abort()
    resize.disconnect()
  }
}

/**
 * Keeps the stretches of a table's rows that are near what is seen in the page, and lets the others
 * leave: `turn` is told which.
 */
export function newSight(turn: (out: Out) => void) {
  const bodies = new Map<string, HTMLElement>()
  const heights = new Map<string, number>()
  let [order, out]: [readonly Part[], Out] = [[], new Map()]
  let table: HTMLElement | null = null
  let frames: readonly Element[] = []
  /** What heights depend on. */
  let [columns, look] = ['', '']
  let all = false

  const change = (next: Out) => {
    out = next
    turn(next)
  }
  /** Rows come and leave by what is near. */
  const settle = () => {
    // A list that is hidden beside what it opened keeps what it has.
    if (!table?.offsetHeight || all) return
    const { top, bottom } = viewIn(frames)
    const come: string[] = []
    const leave: [string, number][] = []
    for (const { part, body, from, to } of placesOf(order, bodies, out)) {
      const isNear = to > top && from < bottom
      if (isNear && out.has(part.name)) come.push(part.name)
      else if (!isNear && isDrawn(body) && !part.stays && !isHeld(body))
        leave.push([part.name, heightIn(body) / part.count])
    }
    if (come.length === 0 && leave.length <= FEW) return
    const next = new Map([...out, ...leave])
    for (const name of come) next.delete(name)
    for (const [name, height] of leave) heights.set(`${look} ${name}`, height)
    change(next)
  }
  /** Rows look otherwise now: those that are out are as high as they were so, or as others are. */
  const measure = () => {
    if (!table?.clientWidth) return
    const now = `${columns} ${table.clientWidth} ${getComputedStyle(table).fontSize}`
    if (now === look) return
    look = now
    const height = out.size > 0 ? meanHeight(order, bodies, out) : 0
    change(new Map([...out].map(([name]) => [name, heights.get(`${look} ${name}`) ?? height])))
  }
  /** At once; those that are not needed for longer leave with the next frame. */
  const draw = (names?: ReadonlySet<string>) => {
    const next = new Map(names ? [...out].filter(([name]) => !names.has(name)) : [])
    if (next.size === out.size) return
    flushSync(() => change(next))
    requestAnimationFrame(() => flushSync(settle))
  }
  const wantAll = (on: boolean) => {
    all = on
    if (on) draw()
    else flushSync(settle)
  }

  return {
    draw,
    /** The part of the page that a stretch is, null when it is gone. */
    stands(name: string, body: HTMLElement | null): void {
      bodies.delete(name)
      if (body) bodies.set(name, body)
    },
    /** The rows, or what they look like, changed. */
    follow(parts: readonly Part[], now: string): void {
      ;[order, columns] = [parts, now]
      const stay = new Set(parts.filter(({ stays }) => stays).map(({ name }) => name))
      const next = new Map([...out].filter(([name]) => !stay.has(name)))
      if (next.size < out.size) change(next)
      measure()
      settle()
    },
    /** Until it is called off. */
    watch(to: HTMLElement | null | undefined): () => void {
      if (!to) return () => {}
      table = to
      frames = framesOf(to)
      return hear(to, frames, { settle, measure, wantAll, draw })
    },
  }
}
