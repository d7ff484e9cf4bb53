/** A queue that takes turns between clients, so that one who adds many tasks delays the others by one task only. */
import type { AppError } from './app-error.ts'

export interface FairQueueLimits {
  /** Tasks that run at once. */
  concurrency: number
  /** Tasks of one client that wait. */
  maxPerClient: number
  /** Tasks of all clients that wait. */
  maxWaiting: number
  /** Creates the error for a task that finds no room, from the number of tasks that would come before it. */
  createError(tasksAhead: number): AppError
}

interface Task {
  start(): void
  reject(error: Error): void
}

export class FairQueue {
  readonly #limits: FairQueueLimits
  /** Waiting tasks by client. The client whose turn is next comes first. */
  readonly #waiting = new Map<string, Task[]>()
  #running = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** Runs `work` at the client's turn. @throws the error of the limits at once where too much is waiting */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.concurrency) await this.#waitForTurn(client)
    else this.#running += 1
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  /** Resolves when a finished task has passed its slot on. */
  #waitForTurn(client: string): Promise<void> {
    this.#makeRoom(client)
    return new Promise((start, reject) => {
      const tasks = this.#waiting.get(client)
      if (tasks) tasks.push({ start, reject })
      else this.#waiting.set(client, [{ start, reject }])
    })
  }

  /** Rejects the new task of a client with too many. In a full queue, rejects the last task of the client with the most. */
  #makeRoom(client: string): void {
    const own = this.#waiting.get(client)?.length ?? 0
    if (own >= this.#limits.maxPerClient) throw this.#limits.createError(own)
    const all = [...this.#waiting.values()]
    if (all.reduce((sum, { length }) => sum + length, 0) < this.#limits.maxWaiting) return
    const longest = all.reduce((longer, tasks) => (tasks.length > longer.length ? tasks : longer), [])
    if (longest.length <= own + 1) throw this.#limits.createError(all.length)
    longest.pop()?.reject(this.#limits.createError(longest.length))
  }

  #startNext(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running -= 1
      return
    }
    const [client, tasks] = next
    this.#waiting.delete(client)
    tasks.shift()?.start()
    if (tasks.length > 0) this.#waiting.set(client, tasks)
  }
}
