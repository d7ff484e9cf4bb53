/** Lengths of files and functions, in lines. */
import { type ESTree, Visitor } from 'vite'
import type { SourceFile } from './source.ts'

export interface Length {
  name: string
  lines: number
}

export interface Figures {
  median: number
  p95: number
  longest: Length
}

export function measureFile({ path, text }: SourceFile): Length {
  return { name: path, lines: text.trimEnd().split('\n').length }
}

/** Measures each function that has a body in braces, from its first line to its last. */
export function measureFunctions({ path, text, program }: SourceFile): Length[] {
  const lengths: Length[] = []
  const measure = ({ start, end, body }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    if (body?.type !== 'BlockStatement') return
    const line = text.slice(0, start).split('\n').length
    lengths.push({ name: `${path}:${line}`, lines: text.slice(start, end).split('\n').length })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return lengths
}

export function summarize(lengths: Length[]): Figures {
  const sorted = lengths.toSorted((a, b) => a.lines - b.lines)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.lines ?? 0
  return { median: at(0.5), p95: at(0.95), longest: sorted.at(-1) ?? { name: 'none', lines: 0 } }
}

export function describe(what: string, { median, p95, longest }: Figures): string {
  return `${what}: median ${median} lines, p95 ${p95}, longest ${longest.lines} (${longest.name})`
}
