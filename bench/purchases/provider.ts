/** A card provider that does nothing but answer, so that what is measured is the school: every intent is made at once, and paid. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const asked = new Map<string, { amount: string; currency: string }>()

const server = createServer((request, reply) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const id = request.method === 'POST' ? make(body) : (/payment_intents\/(\w+)/.exec(request.url ?? '')?.[1] ?? '')
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(show(id, request.method === 'POST')))
  })
})

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit())

function make(body: string): string {
  const said = new URLSearchParams(body)
  const id = `pi_${said.get('metadata[attempt]')?.replaceAll('-', '')}`
  asked.set(id, { amount: said.get('amount') ?? '', currency: said.get('currency') ?? '' })
  return id
}

function show(id: string, isNew: boolean) {
  const { amount = '0', currency = 'usd' } = asked.get(id) ?? {}
  const status = isNew ? 'requires_payment_method' : 'succeeded'
  const money = { amount: Number(amount), amount_received: isNew ? 0 : Number(amount), currency }
  return { id, object: 'payment_intent', status, client_secret: `${id}_secret_bench`, metadata: {}, ...money }
}
