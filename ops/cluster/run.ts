/** Runs a demo school on several instances behind nginx until a signal ends it. */
import { startCluster } from '../../testing/cluster/cluster.ts'

const cluster = startCluster()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    console.log(`Stopping (${signal}) …`)
    await (await cluster).stop()
    console.log('Stopped.')
    process.exit(0)
  })
}
const { url } = await cluster
console.log(`Listening on ${url} (3 instances behind nginx)`)
