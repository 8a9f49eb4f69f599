import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Hosts of their own on one machine, for the variable `CORES`: each process of the product and the clients
 * stand in a network namespace with an address of its own, and every part has as many cores as it
 * is given (`CORES`), whatever else the machine could spare. PostgreSQL and the outside world stand
 * at `HOME_ADDRESS`. Root, Linux, `ip` and `iptables` are needed.
 */
const BRIDGE = 'qday0'
const NETWORK = '10.77.0'
const HOME_ADDRESS = `${NETWORK}.1`
const PERIOD_US = 20_000
/** What the product asks of its sandbox at its own machine goes to where the sandbox stands. */
const SANDBOX_PORTS = '1024:65535'

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
const quietly = (work: () => unknown) => {
  try {
    work()
  } catch {
    // Not there, or gone already.
  }
}

export function apart() {
  const spaces: string[] = []
  const groups: string[] = []
  quietly(() => run('ip', 'link', 'del', BRIDGE))
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge')
  run('ip', 'addr', 'add', `${HOME_ADDRESS}/24`, 'dev', BRIDGE)
  run('ip', 'link', 'set', BRIDGE, 'up')
  return {
    home: HOME_ADDRESS,
    network: `${NETWORK}.0/24`,
    /** A host of its own: its address, and the command a process begins with to stand there. */
    host: (n: number) => {
      const space = `qday${n}`
      const address = `${NETWORK}.${10 + n}`
      const [near, far] = [`qdv${n}`, `qdw${n}`]
      quietly(() => run('ip', 'netns', 'del', space))
      // A space whose processes have not ended keeps its end, and with it this one.
      quietly(() => run('ip', 'link', 'del', near))
      run('ip', 'netns', 'add', space)
      spaces.push(space)
      run('ip', 'link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', space)
      run('ip', 'link', 'set', near, 'master', BRIDGE, 'up')
      const inside = (...args: string[]) => run('ip', 'netns', 'exec', space, ...args)
      inside('ip', 'addr', 'add', `${address}/24`, 'dev', far)
      for (const one of ['lo', far]) inside('ip', 'link', 'set', one, 'up')
      inside('sh', '-c', 'echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet')
      inside(
        'iptables',
        '-t',
        'nat',
        '-A',
        'OUTPUT',
        '-d',
        '127.0.0.1',
        '-p',
        'tcp',
        '--dport',
        SANDBOX_PORTS,
        '-j',
        'DNAT',
        '--to-destination',
        HOME_ADDRESS,
      )
      inside('iptables', '-t', 'nat', '-A', 'POSTROUTING', '-o', far, '-j', 'MASQUERADE')
      return { address, begins: ['ip', 'netns', 'exec', space] as const }
    },
    /** A process and what it begins from now on may use so many cores. */
    limit: (name: string, pids: readonly number[], cores: number) =>
      groups.push(limited(name, pids, cores)),
    close: () => {
      for (const space of spaces) quietly(() => run('ip', 'netns', 'del', space))
      quietly(() => run('ip', 'link', 'del', BRIDGE))
      for (const group of groups) quietly(() => rmdirSync(group))
    },
  }
}

/** By either version of the kernel's groups; the folder made for it. */
export function limited(name: string, pids: readonly number[], cores: number): string {
  const older = '/sys/fs/cgroup/cpu'
  const root = existsSync(join(older, 'cpu.cfs_quota_us')) ? older : '/sys/fs/cgroup'
  const group = join(root, `qorgan-day-${name}`)
  if (!existsSync(group)) mkdirSync(group)
  const quota = Math.round(cores * PERIOD_US)
  if (root === older) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
  } else {
    quietly(() => writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu'))
    writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`)
  }
  for (const pid of pids) appendFileSync(join(group, 'cgroup.procs'), String(pid))
  return group
}

export type Cores = Record<'ours' | 'database' | 'outside' | 'clients', number>

/** `CORES=ours:0.3,database:0.6,outside:0.3,clients:0.3`; throws when a part has none. */
export function coresOf(text: string): Cores {
  const said = new Map(text.split(',').map((one) => one.split(':') as [string, string]))
  const of = (part: keyof Cores) => {
    const cores = Number(said.get(part))
    if (!(cores > 0)) throw new Error(`CORES says no cores of "${part}": ${text}`)
    return cores
  }
  return {
    ours: of('ours'),
    database: of('database'),
    outside: of('outside'),
    clients: of('clients'),
  }
}
