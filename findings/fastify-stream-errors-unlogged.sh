#!/usr/bin/env bash
# Fastify does not log the error of a stream that breaks a response off, where the log of requests is turned off.
#
# Seen with fastify 5.12.8: a stream fails after its first bytes. By default a warning says so. With `disableRequestLogging` of the log
# controller the client receives a broken response, an error handler is not called, since the status has been sent, and the log has not one
# line at any level. A subclass of LogController that overrides `streamError` writes it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent fastify@5.12.8
cat > stream.mjs <<'JS'
import { Readable, Writable } from 'node:stream'
import Fastify, { LogController } from 'fastify'

async function* failing() {
  yield 'first bytes'
  throw new Error('the rest is missing')
}

async function countLines(options) {
  const lines = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  const app = Fastify({ ...options, logger: { level: 'trace', stream } })
  app.setErrorHandler((error, request) => request.log.error(error))
  app.get('/', (_request, reply) => reply.send(Readable.from(failing())))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const outcome = await fetch(url).then((response) => response.text()).then(() => 'whole', () => 'broken')
  await app.close()
  return `${outcome}, ${lines.filter((line) => line.includes('the rest is missing')).length} lines`
}

console.log(await countLines({}))
console.log(await countLines({ logController: new LogController({ disableRequestLogging: true }) }))
JS
output=$(node stream.mjs)
echo "$output"
[ "$output" = $'broken, 1 lines\nbroken, 0 lines' ] || {
  echo 'The behavior has changed.'
  exit 1
}
