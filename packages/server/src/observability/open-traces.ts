import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Traces } from './traces.ts'

/** A collector that does not answer delays neither requests nor the shutdown. */
const exportTimeoutMs = 3_000

/**
 * Sends traces to a collector, by OTLP over HTTP with JSON bodies. Loaded only if an operator
 * configures it.
 *
 * @param collector - base address, e.g. `http://127.0.0.1:4318`.
 */
export function openTraces(collector: string, version: string): Traces {
  const exporter = new OTLPTraceExporter({
    url: `${collector}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'fiq-server', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  })
  const tracer = provider.getTracer('fiq-server', version)
  const w3c = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()

  return {
    request(headers) {
      const parent = w3c.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
      const context = trace.setSpan(parent, span)
      return {
        run: (work) => current.run(context, work),
        end(name, attributes) {
          span.updateName(name).setAttributes(attributes)
          span.end()
        },
      }
    },
    part(name, attributes, work) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { attributes }, parent)
      return endWith(span, () => current.run(trace.setSpan(parent, span), work))
    },
    close: () => provider.shutdown().catch(() => {}),
  }
}

function endWith<value>(span: Span, work: () => value): value {
  const fail = (error: unknown): never => {
    // Only the code: messages contain parts of the query.
    const { code } = error as { code?: unknown }
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(code)).end()
    throw error
  }
  try {
    const result = work()
    if (result instanceof Promise)
      return result.then((settled) => {
        span.end()
        return settled
      }, fail) as value
    span.end()
    return result
  } catch (error) {
    return fail(error)
  }
}
