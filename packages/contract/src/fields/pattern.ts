/**
 * A small regular expression matcher that takes linear time for any pattern, since patterns come from team admins and
 * run on the server for every value. It matches the whole text, case-sensitively. It supports literals, `.`, `[a-z]`,
 * `[^…]`, `\d \w \s \D \W \S`, `\` as an escape, groups `( )` and `(?: )`, `|`, `* + ? {n} {n,} {n,m}`; `^` at the
 * start and `$` at the end are ignored.
 */
import { Automaton, type Matches, type PatternNode as Node, PatternError } from './pattern-automaton.ts'

const maxLength = 300
const maxRepeat = 1000

/** Whether `matchesPattern` can run a pattern. */
export function isPattern(source: string): boolean {
  return compile(source) !== undefined
}

/** Whether the whole text matches; an invalid pattern matches nothing. */
export function matchesPattern(source: string, text: string): boolean {
  return compile(source)?.matches(text) ?? false
}

const compiled = new Map<string, Automaton | undefined>()

function compile(source: string): Automaton | undefined {
  if (compiled.has(source)) return compiled.get(source)
  if (compiled.size > 500) compiled.clear()
  let automaton: Automaton | undefined
  try {
    automaton = new Automaton(new Reader(source).pattern())
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
  }
  compiled.set(source, automaton)
  return automaton
}

const classes: Record<string, Matches> = {
  d: (char) => /^[0-9]$/.test(char),
  w: (char) => /^[\p{L}\p{N}_]$/u.test(char),
  s: (char) => /^\s$/.test(char),
}

class Reader {
  private readonly chars: string[]
  private at = 0

  constructor(source: string) {
    if (source.length > maxLength) throw new PatternError()
    this.chars = [...source]
  }

  pattern(): Node {
    if (this.chars[0] === '^') this.at++
    const node = this.choice()
    if (this.at < this.chars.length) throw new PatternError()
    return node
  }

  private choice(): Node {
    const parts = [this.sequence()]
    while (this.take('|')) parts.push(this.sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  private sequence(): Node {
    const parts: Node[] = []
    while (this.at < this.chars.length && !'|)'.includes(this.chars[this.at]!)) {
      if (this.chars[this.at] === '$' && this.at === this.chars.length - 1) {
        this.at++
        break
      }
      parts.push(this.repeated(this.atom()))
    }
    return { kind: 'sequence', parts }
  }

  private atom(): Node {
    const char = this.next()
    if (char === '(') {
      if (this.take('?') && !this.take(':')) throw new PatternError()
      const node = this.choice()
      if (!this.take(')')) throw new PatternError()
      return node
    }
    if (char === '[') return { kind: 'char', matches: this.set() }
    if (char === '.') return { kind: 'char', matches: (other) => other !== '\n' }
    if (char === '\\') return { kind: 'char', matches: this.escape() }
    if ('*+?{}^$]'.includes(char)) throw new PatternError()
    return { kind: 'char', matches: (other) => other === char }
  }

  private escape(): Matches {
    const char = this.next()
    const matches = classes[char.toLowerCase()]
    if (matches) return char === char.toLowerCase() ? matches : (other) => !matches(other)
    const plain = this.plainEscape(char)
    return (other) => other === plain
  }

  private plainEscape(char: string): string {
    if (char === 'n') return '\n'
    if (char === 't') return '\t'
    if (/[\p{L}\p{N}]/u.test(char)) throw new PatternError()
    return char
  }

  private set(): Matches {
    const isNegated = this.take('^')
    const members: Matches[] = []
    do {
      const char = this.next()
      if (char === '\\' && /[dwsDWS]/.test(this.chars[this.at] ?? '')) {
        members.push(this.escape())
        continue
      }
      const from = char === '\\' ? this.plainEscape(this.next()) : char
      if (this.chars[this.at] === '-' && this.chars[this.at + 1] !== ']') {
        this.at++
        const end = this.next()
        const to = end === '\\' ? this.plainEscape(this.next()) : end
        if (codeOf(to) < codeOf(from)) throw new PatternError()
        members.push((other) => codeOf(other) >= codeOf(from) && codeOf(other) <= codeOf(to))
      } else members.push((other) => other === from)
    } while (this.chars[this.at] !== ']')
    this.at++
    return (other) => members.some((matches) => matches(other)) !== isNegated
  }

  private repeated(part: Node): Node {
    if (this.take('*')) return { kind: 'repeat', part, min: 0, max: null }
    if (this.take('+')) return { kind: 'repeat', part, min: 1, max: null }
    if (this.take('?')) return { kind: 'repeat', part, min: 0, max: 1 }
    if (!this.take('{')) return part
    const min = this.digits()
    const max = this.take(',') ? (this.chars[this.at] === '}' ? null : this.digits()) : min
    if (!this.take('}') || (max !== null && max < min)) throw new PatternError()
    return { kind: 'repeat', part, min, max }
  }

  private digits(): number {
    let text = ''
    while (/^[0-9]$/.test(this.chars[this.at] ?? '')) text += this.next()
    if (text === '' || Number(text) > maxRepeat) throw new PatternError()
    return Number(text)
  }

  private take(char: string): boolean {
    if (this.chars[this.at] !== char) return false
    this.at++
    return true
  }

  private next(): string {
    const char = this.chars[this.at++]
    if (char === undefined) throw new PatternError()
    return char
  }
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0
}
