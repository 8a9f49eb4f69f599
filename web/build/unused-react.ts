import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/**
 * Kinds of elements that no screen of ours makes, by the number React gives each of its fibers.
 * React decides by it, in every step, what is to be done.
 */
export const unusedKinds: ReadonlyMap<number, string> = new Map([
  [1, 'a class'],
  [8, 'StrictMode'],
  [9, 'Context.Consumer'],
  [11, 'forwardRef'],
  [12, 'Profiler'],
  [17, 'a class that broke off'],
  [19, 'SuspenseList'],
  [21, 'Scope'],
  [23, 'LegacyHidden'],
  [24, 'Cache'],
  [25, 'TracingMarker'],
  [26, 'a title, link, style or script that React lifts into the head'],
  [27, 'html, head or body'],
  [28, 'a function that broke off'],
  [30, 'ViewTransition'],
  [31, 'Activity'],
])

/** Hooks that nobody calls. */
const hooks: readonly string[] = [
  ...['useActionState', 'useFormState', 'useHostTransitionStatus', 'useOptimistic'],
  ...['useTransition', 'useEffectEvent', 'useImperativeHandle', 'useInsertionEffect'],
  ...['useDebugValue', 'useMemoCache', 'useCacheRefresh'],
]

/** What these functions would always answer, or do without any effect, where the above is unused. */
const answers: Readonly<Record<string, string>> = {
  shouldConstruct: '!1',
  isHostHoistableType: '!1',
  isCustomElement: '!1',
  // Walks and measures of view transitions.
  startViewTransition: 'null',
  commitEnterViewTransitions: '0',
  commitExitViewTransitions: '0',
  ViewTransitionPseudoElement: 'null',
  // The handle that a fragment with a ref gives.
  FragmentInstance: 'null',
  isFragmentInstanceParent: '!1',
  // A commit waits for style sheets of the head and for pictures of view transitions.
  preloadInstanceAndSuspendIfNeeded: '0',
  accumulateSuspenseyCommitOnFiber: '0',
  waitForCommitToBeReady: 'null',
  // Forms whose action is a function, and what `useFormStatus` tells of them.
  extractEvents$1: '0',
  startHostTransition: '0',
  // Names for error messages: in production only a handler of the root's errors sees them.
  getStackByFiberInDevAndProd: '""',
  getComponentNameFromType: 'null',
}

/** What `react-dom` gives beside roots and portals: `flushSync` is `f`, the rest is unused. */
const hints = ['r', 'D', 'C', 'L', 'm', 'X', 'S', 'M']

type Edit = { start: number; end: number; text: string }
type Place = { start: number; end: number }

/**
 * Takes out of the browser's React what no screen can reach (decision 273). The bundler cannot: how
 * React treats an element is decided while it runs. What is left is React's own code in React's own
 * order; functions that nobody calls any more are the bundler's to drop.
 */
export const withoutUnusedReact = (): Plugin => ({
  name: 'qorgan-without-unused-react',
  transform: (code, id) =>
    /\/react-dom-client\.production\.js$/.test(id)
      ? { code: usedReact(code), map: null }
      : undefined,
})

/** The source of `react-dom/client` without those parts. A part that is not found stops the build. */
export function usedReact(code: string): string {
  const edits: Edit[] = []
  const found = new Set<string>()
  const functions: Place[] = []
  const variables: (Place & { names: string[] })[] = []
  const put = ({ start, end }: Place, text: string, part?: string) => {
    edits.push({ start, end, text })
    if (part) found.add(part)
  }
  const answered = (node: ESTree.CallExpression | ESTree.NewExpression) => {
    const name = node.callee.type === 'Identifier' ? node.callee.name : ''
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
    if (!answer) return
    if (node.arguments.some((given) => /(?<![=!])=(?!=)|\+\+|--/.test(textOf(given))))
      throw new Error(`What ${name} is given writes something: see web/build/unused-react.ts`)
    put(node, answer, name)
  }
  const textOf = ({ start, end }: Place) => code.slice(start, end)
  new Visitor({
    FunctionDeclaration: ({ body }) => functions.push(...(body ? [body] : [])),
    FunctionExpression: ({ body }) => functions.push(...(body ? [body] : [])),
    VariableDeclaration: ({ start, end, declarations }) =>
      variables.push({ start, end, names: declarations.map(({ id }) => textOf(id)) }),
    CallExpression: answered,
    NewExpression: answered,
    SwitchStatement: (node) => edits.push(...withoutKinds(node)),
    SwitchCase: (node) => {
      if (makesUnused(node, textOf(node))) put(node, '')
    },
    BinaryExpression: (node) => {
      const answer = comparedWithUnused(node)
      if (answer) put(node, answer)
    },
    ConditionalExpression: (node) => {
      // The kind of an element by its name, `html` or `head` … ? 27 : 5.
      if (isUnused(node.consequent) && node.alternate.type === 'Literal')
        put({ start: node.start, end: node.alternate.start }, '')
    },
    ObjectExpression: (node) => {
      for (const { start, end, name } of unusedProperties(node))
        put({ start, end: end + Number(code[end] === ',') }, '', name)
    },
    ExpressionStatement: (node) => {
      const [, owner = '', name = ''] = /^(\w+)\.(?:prototype\.)?(\w+) = /.exec(textOf(node)) ?? []
      if (Object.hasOwn(answers, owner)) put(node, '', owner)
      if (/Dispatcher/.test(owner) && hooks.includes(name)) put(node, '', name)
      if (owner === 'ReactDOMSharedInternals' && name === 'findDOMNode') put(node, '')
    },
  }).visit(parseSync('react-dom-client.cjs', code).program)
  const lost = [...Object.keys(answers), ...hooks, ...hints].filter((part) => !found.has(part))
  if (lost.length)
    throw new Error(`This React has no ${lost.join(', ')}: see web/build/unused-react.ts`)
  // A variable holds in its whole function, wherever it is declared.
  for (const { names, ...place } of variables) {
    const owner = functions.findLast((body) => within(body, place))
    if (!owner || !edits.some((edit) => within(owner, edit) && within(edit, place))) continue
    edits.push({ start: owner.start + 1, end: owner.start + 1, text: `var ${names.join()};` })
  }
  return edited(code, edits)
}

const within = (outer: Place, { start, end }: Place): boolean =>
  outer.start <= start && end <= outer.end

/** The code with the outermost edits made. */
function edited(code: string, edits: readonly Edit[]): string {
  let made = ''
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    made += code.slice(at, start) + text
    at = end
  }
  return made + code.slice(at)
}

/** Hooks of a dispatcher, and what `react-dom` hands to its other half. */
function unusedProperties({ properties }: ESTree.ObjectExpression) {
  const named = properties.flatMap((each) =>
    each.type === 'Property' && each.key.type === 'Identifier'
      ? [{ start: each.start, end: each.end, name: each.key.name }]
      : [],
  )
  const has = (wanted: string) => named.some(({ name }) => name === wanted)
  const unused = has('useSyncExternalStore') ? hooks : has('f') && has('M') ? hints : []
  return named.filter(({ name }) => unused.includes(name))
}

const isUnused = (node: ESTree.Node): boolean =>
  node.type === 'Literal' && typeof node.value === 'number' && unusedKinds.has(node.value)

/** A fiber's kind: `fiber.tag`, or the variable it was put in. Roots and updates have a tag too. */
const isKind = (node: ESTree.Node): boolean =>
  node.type === 'Identifier'
    ? node.name === 'tag'
    : node.type === 'MemberExpression' &&
      node.property.type === 'Identifier' &&
      node.property.name === 'tag' &&
      node.object.type === 'Identifier' &&
      !/root|update|queue/i.test(node.object.name)

/** What `30 === fiber.tag` comes to, or the same of an element's type. */
function comparedWithUnused({ operator, left, right }: ESTree.BinaryExpression): string | null {
  if (operator !== '===' && operator !== '!==') return null
  const ofKind = (isUnused(left) && isKind(right)) || (isUnused(right) && isKind(left))
  const ofType = right.type === 'Identifier' && right.name === 'REACT_FORWARD_REF_TYPE'
  return ofKind || ofType ? (operator === '===' ? '!1' : '!0') : null
}

/** `case REACT_PROFILER_TYPE:` where a fiber is made: it is an element of no known type then. */
const makesUnused = ({ test }: ESTree.SwitchCase, text: string): boolean =>
  test?.type === 'Identifier' &&
  /^REACT_\w+_TYPE$/.test(test.name) &&
  [...text.matchAll(/(?:createFiberImplClass\(|fiberTag = )(\d+)/g)].some(([, kind]) =>
    unusedKinds.has(Number(kind)),
  )

/** The cases of unused kinds; one that the case before runs into loses its name alone. */
function withoutKinds({ discriminant, cases }: ESTree.SwitchStatement): Edit[] {
  if (!isKind(discriminant)) return []
  let runsOn = false
  return cases.flatMap(({ test, start, end, consequent }) => {
    const unused = test !== null && isUnused(test)
    const reached = !unused || runsOn
    runsOn = reached && !ends(consequent)
    if (!unused) return []
    return [{ start, end: reached ? (consequent[0]?.start ?? end) : end, text: '' }]
  })
}

/** Whether statements surely leave the switch. */
function ends(statements: readonly ESTree.Node[]): boolean {
  const last = statements.at(-1)
  if (last?.type === 'BlockStatement') return ends(last.body)
  return !!last && /^(Break|Return|Throw|Continue)Statement$/.test(last.type)
}
