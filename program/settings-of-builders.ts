/** What a builder needs of the environment: where programs, home and room are, and what Node wants. */
const NAMES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'TZ',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'UV_THREADPOOL_SIZE',
  // Of Windows.
  'SystemRoot',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'PATHEXT',
  'LOCALAPPDATA',
  'APPDATA',
]

/**
 * The environment of a process that builds: no key, password or address of a system of ours is
 * among it, since what builds is code of many hands.
 */
export const settingsOfBuilders = (all: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(NAMES.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
