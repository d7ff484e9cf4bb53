/**
 * Traces by OpenTelemetry: a span per request and per query, without values. This module loads only where a collector is set.
 * Source: https://opentelemetry.io/docs/specs/semconv/
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'

export interface Tracing {
  mount(app: FastifyInstance): void
  /** Sends what is left. */
  close(): Promise<void>
}

/** Opens traces to a collector. @param endpoint without a slash at its end */
export function openTracing(endpoint: string, trustProxy: boolean): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'photography-school' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  })
  context.setGlobalContextManager(createContextManager())
  const tracer = provider.getTracer('photography-school')
  const propagator = new W3CTraceContextPropagator()
  const stopQueries = traceQueries(tracer)
  return {
    mount(app) {
      const spans = new WeakMap<object, Span>()
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, headers, routeOptions, id } = request
        const getter = { get: (carrier: typeof headers, key: string) => carrier[key], keys: Object.keys }
        const parent = trustProxy ? propagator.extract(ROOT_CONTEXT, headers, getter) : ROOT_CONTEXT
        const route = routeOptions.url ?? ''
        const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': id }
        const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
        spans.set(request, span)
        context.with(trace.setSpan(parent, span), done)
      })
      app.addHook('onResponse', async (request, reply) => {
        const span = spans.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        span?.end()
      })
    },
    async close() {
      stopQueries()
      context.disable()
      await provider.shutdown()
    },
  }
}

/** Carries the current span through asynchronous calls. */
function createContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, run, self, ...args) => storage.run(active, () => run.call(self as never, ...args)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}

const MAX_TEXT = 500

type Query = (this: pg.Client, ...args: unknown[]) => unknown
type Callback = (error: Error | null, ...results: unknown[]) => void

/** Wraps `Client.query`, which every query passes through. Returns a function that restores it. */
function traceQueries(tracer: Tracer): () => void {
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
