/** A bare node:http server to compare with: it serves the content of one file. JavaScript, so that Node loads nothing to remove types. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , file = '', type = ''] = process.argv
const body = readFileSync(file)
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () =>
  console.log(`Listening on http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`),
)
process.on('SIGTERM', () => process.exit(0))
