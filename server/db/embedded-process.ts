import { type ChildProcess, spawn } from 'node:child_process'
import { answers } from './embedded-folder.ts'

/** The database's own process: begun, awaited, watched. */

export function argumentsOf(
  data: string,
  {
    windows,
    port,
    settings,
  }: { windows: boolean; port: number; settings?: Record<string, string> },
): string[] {
  const all: Record<string, string> = {
    listen_addresses: windows ? '127.0.0.1' : '',
    ...(!windows ? { unix_socket_directories: data, unix_socket_permissions: '0700' } : {}),
    port: String(port),
    max_connections: '100',
    shared_buffers: '128MB',
    statement_timeout: '30s',
    idle_in_transaction_session_timeout: '30s',
    timezone: 'UTC',
    log_min_messages: 'fatal',
    ...settings,
  }
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

type Running = { server: ChildProcess; watchdog: ChildProcess; errors: string[] }

export function launched(
  program: string,
  args: string[],
  asOwner: { env: NodeJS.ProcessEnv; cwd: string },
): Running {
  const server = spawn(program, args, {
    ...asOwner,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const errors: string[] = []
  server.stderr?.on('data', (chunk: Buffer) => errors.length < 50 && errors.push(chunk.toString()))
  return { server, watchdog: watch(server), errors }
}

export const over = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

export async function ready(url: string, { server, errors }: Running) {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    if (over(server)) throw new Error(`PostgreSQL did not start: ${errors.join('').trim()}`)
    if (await answers(url)) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`PostgreSQL did not answer in time: ${errors.join('').trim()}`)
}

/**
 * A small process whose standard input is a pipe from us: when we are gone the pipe closes and it
 * stops the server.
 */
function watch(server: ChildProcess): ChildProcess {
  const script = `process.stdin.resume();process.stdin.on('end',stop);process.stdin.on('error',stop);
    process.on('SIGINT',()=>{});process.on('SIGHUP',()=>{});
    function stop(){try{process.kill(${server.pid},'SIGINT')}catch{};process.exit(0)}`
  const watchdog = spawn(process.execPath, ['-e', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.unref()
  if (watchdog.stdin && 'unref' in watchdog.stdin && typeof watchdog.stdin.unref === 'function')
    watchdog.stdin.unref()
  server.unref()
  if (server.stderr && 'unref' in server.stderr && typeof server.stderr.unref === 'function')
    server.stderr.unref()
  return watchdog
}
