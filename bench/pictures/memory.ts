/** What processes have had in memory, as Linux counts it. */
import { readFile, writeFile } from 'node:fs/promises'

/** The only child of a process. Source: proc_pid_task(5) */
export async function childOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim())
}

/** The most that a process ever had in memory. Source: VmHWM in proc_pid_status(5), in units of 1024 bytes */
export async function peakMegabytes(pid: number): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Forgets what a process had in memory before. Source: /proc/pid/clear_refs in proc(5) */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}
