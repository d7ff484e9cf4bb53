/** Cuts the power of a server on the embedded database, and kills it with all its processes, while students buy. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClass } from '../../demo/factories.ts'
import { openEmbedded } from '../../server/platform/database/embedded.ts'
import type { ServerProcess } from '../../testing/server-process.ts'
import { sized } from '../../testing/size.ts'
import { canMount } from '../../testing/small-disk.ts'
import { startCrashing } from './application-process.ts'
import { type Copies, type Copy, openEmbeddedCopies } from './databases.ts'
import { type Acknowledged, createAcknowledged, findLost } from './lost.ts'
import { type Actor, buy, createStudents } from './order-scenarios.ts'
import { recover } from './recover.ts'

const ROUNDS = Number(process.env.ROUNDS ?? sized(2, 10))
const STUDENTS = 8
const IMAGE_BYTES = 400 * 1024 * 1024
const MIN_BOUGHT = 5

let copies: Copies
let classIds: string[]
let students: Actor[]
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'school-power-'))
  copies = await openEmbeddedCopies(async (db) => {
    const classes = Array.from({ length: 40 }, () => makeClass(db, { seats: 10_000 }))
    classIds = (await Promise.all(classes)).map(({ id }) => id)
    students = await createStudents(db, STUDENTS)
  })
}, 60_000)
afterAll(async () => {
  for (const path of mounted) unmount(path)
  await copies?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server on a folder, and lets students buy until enough is acknowledged and `crash` has ended it. */
async function buyUntil(dataDir: string, crash: (server: ServerProcess) => Promise<void>): Promise<Acknowledged> {
  const acknowledged = createAcknowledged()
  const server = startCrashing({ DATA_DIR: dataDir })
  const url = await server.url
  let isOver = false
  const shopping = students.map(async (student) => {
    for (const classId of classIds) {
      if (isOver) return
      const id = await buy(url, student, classId).catch(() => null)
      if (id && !isOver) acknowledged.bought.push(id)
    }
  })
  while (acknowledged.bought.length < MIN_BOUGHT) await pause(20)
  await pause(Math.random() * 3_000)
  isOver = true
  await crash(server)
  await Promise.all([...shopping, server.exit])
  return acknowledged
}

async function expectNothingLost(dataDir: string, acknowledged: Acknowledged): Promise<void> {
  const copy: Copy = { env: { DATA_DIR: dataDir }, open: () => openEmbedded(dataDir), remove: async () => {} }
  const { discrepancies, inProgress } = await recover(copy)
  expect({ discrepancies, inProgress }).toEqual({ discrepancies: [], inProgress: [] })
  expect(await findLost(copy, acknowledged)).toEqual([])
}

/** Lists a process and all below it. Source: proc_pid_task(5) */
function listTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => listTree(Number(child)))]
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, name)
}

function createDisk(image: string): void {
  writeFileSync(image, '')
  truncateSync(image, IMAGE_BYTES)
  execFileSync('mkfs.ext4', ['-q', image])
}

const mounted = new Set<string>()

function mount(image: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  execFileSync('mount', ['-o', 'loop', image, path])
  mounted.add(path)
  return path
}

function unmount(path: string): void {
  execFileSync('umount', ['--lazy', path])
  mounted.delete(path)
}

describe('a server that students buy from', () => {
  it(`loses nothing that was acknowledged in ${ROUNDS} rounds in which it is killed with its PostgreSQL`, {
    timeout: ROUNDS * 120_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const copy = await copies.copy()
      const acknowledged = await buyUntil(copy.env.DATA_DIR ?? '', async ({ process: { pid = 0 } }) =>
        signal(listTree(pid), 'SIGKILL'),
      )
      await expectNothingLost(copy.env.DATA_DIR ?? '', acknowledged)
      await copy.remove()
    }
  })
})

/** The disk is an image: what it has received at one moment is all that a power failure would leave. */
describe.runIf(canMount)('a server whose power fails', () => {
  it(`starts again and has lost nothing that was acknowledged, in ${ROUNDS} rounds`, {
    timeout: ROUNDS * 120_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const image = join(folder, 'disk')
      createDisk(image)
      const disk = mount(image, 'before')
      const copy = await copies.copy()
      cpSync(copy.env.DATA_DIR ?? '', join(disk, 'data'), { recursive: true })
      await copy.remove()
      execFileSync('sync', ['-f', disk])
      const acknowledged = await buyUntil(join(disk, 'data'), async ({ process: { pid = 0 } }) => {
        const pids = listTree(pid)
        signal(pids, 'SIGSTOP')
        cpSync(image, `${image}-after`)
        signal(pids, 'SIGKILL')
      })
      unmount(disk)
      const after = mount(`${image}-after`, 'after')
      await expectNothingLost(join(after, 'data'), acknowledged)
      unmount(after)
    }
  })
})
