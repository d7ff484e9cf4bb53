/** Adds a span to each query of pg, with the statement and without its values. */
import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import pg from 'pg'

const MAX_TEXT = 500

type Query = (this: pg.Client, ...args: unknown[]) => unknown
type Callback = (error: Error | null, ...results: unknown[]) => void

/** Wraps `Client.query`, which every query passes through. Returns a function that restores it. */
export function traceQueries(tracer: Tracer): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  prototype.query = function query(...args) {
    const text = readText(args[0])
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_TEXT) }
    const span = tracer.startSpan(/^\s*\w+/.exec(text)?.[0].trim() ?? 'query', { kind: SpanKind.CLIENT, attributes })
    const end = (error?: unknown) => {
      if (error) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    const callback = args.at(-1)
    if (typeof callback === 'function') args[args.length - 1] = endBefore(callback as Callback, end)
    const result = original.apply(this, args)
    if (result instanceof Promise) result.then(() => end(), end)
    else if (typeof callback !== 'function') end()
    return result
  }
  return () => {
    prototype.query = original
  }
}

function endBefore(callback: Callback, end: (error: unknown) => void): Callback {
  return (error, ...results) => {
    end(error)
    callback(error, ...results)
  }
}

function readText(query: unknown): string {
  if (typeof query === 'string') return query
  const { text = '' } = (query ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : ''
}
