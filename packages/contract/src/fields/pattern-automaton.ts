/**
 * Matches texts against a parsed pattern: Thompson's construction of a nondeterministic automaton, whose sets of steps
 * become the states of a deterministic one when a text first reaches them. Characters that the pattern does not
 * distinguish are one class. So a character usually costs two look-ups, and at most a pass over the steps.
 */

/** The pattern is not one, or too large. */
export class PatternError extends Error {}

export type Matches = (char: string) => boolean
export type PatternNode =
  | { kind: 'char'; matches: Matches }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; parts: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number | null }

type Step = { kind: 'char'; test: number } | { kind: 'fork'; to: number[] } | { kind: 'end' }

const maxSteps = 2000
/** Transitions kept per pattern; further ones are computed each time. */
const maxTransitions = 1_000
/** Characters whose class is kept. */
const maxChars = 10_000

/** By the number of a test in the pattern, whether the characters of the class pass it. */
type CharClass = readonly boolean[]

interface State {
  /** Indexes of the steps that match a character. */
  steps: readonly number[]
  isEnd: boolean
  next: Map<CharClass, State>
}

export class Automaton {
  private readonly steps: readonly Step[]
  private readonly tests: readonly Matches[]
  private readonly classes = new Map<string, CharClass>()
  private readonly classOfChar = new Map<string, CharClass>()
  private readonly start: State
  private readonly states = new Map<string, State>()
  private transitions = 0
  /** The pass in which a step was last reached. */
  private readonly reachedIn: Uint32Array
  private pass = 0

  /** @throws PatternError when the pattern needs too many steps */
  constructor(root: PatternNode) {
    const { steps, tests } = emit(root)
    this.steps = steps
    this.tests = tests
    this.reachedIn = new Uint32Array(this.steps.length)
    this.start = this.reach([0])
  }

  /** Whether the whole text matches. */
  matches(text: string): boolean {
    let state = this.start
    for (const char of text) {
      const of = this.classOf(char)
      state = state.next.get(of) ?? this.advance(state, of)
      if (state.steps.length === 0 && !state.isEnd) return false
    }
    return state.isEnd
  }

  private classOf(char: string): CharClass {
    const known = this.classOfChar.get(char)
    if (known) return known
    const passed = this.tests.map((matches) => matches(char))
    const key = passed.map(Number).join('')
    const found = this.classes.get(key) ?? passed
    this.classes.set(key, found)
    if (this.classOfChar.size >= maxChars) this.classOfChar.clear()
    this.classOfChar.set(char, found)
    return found
  }

  private advance(from: State, of: CharClass): State {
    const starts: number[] = []
    for (const index of from.steps) {
      if (of[(this.steps[index] as { test: number }).test]) starts.push(index + 1)
    }
    const reached = this.reach(starts)
    if (this.transitions >= maxTransitions) return reached
    this.transitions++
    const key = keyOf(reached)
    const state = this.states.get(key) ?? reached
    this.states.set(key, state)
    from.next.set(of, state)
    return state
  }

  /** The steps that are reached without consuming a character. */
  private reach(starts: readonly number[]): State {
    this.pass++
    const steps: number[] = []
    let isEnd = false
    const waiting = [...starts]
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (this.reachedIn[index] === this.pass) continue
      this.reachedIn[index] = this.pass
      const step = this.steps[index] as Step
      if (step.kind === 'fork') waiting.push(...step.to)
      else if (step.kind === 'end') isEnd = true
      else steps.push(index)
    }
    return { steps, isEnd, next: new Map() }
  }
}

/** The same for states with the same steps: their indexes, which are below 65,536, as characters. */
function keyOf({ steps, isEnd }: State): string {
  return String.fromCharCode(Number(isEnd), ...Uint16Array.from(steps).sort())
}

/**
 * Thompson's construction: each step matches one character or forks to several steps. A part that is repeated has its
 * test once.
 */
function emit(root: PatternNode): { steps: Step[]; tests: Matches[] } {
  const steps: Step[] = []
  const tests = new Map<Matches, number>()
  function push(step: Step): Step {
    if (steps.length >= maxSteps) throw new PatternError()
    steps.push(step)
    return step
  }
  let visits = 0
  function walk(node: PatternNode): void {
    // Repeated empty groups would loop forever, so they produce no steps.
    if (++visits > maxSteps * 4) throw new PatternError()
    if (node.kind === 'char') {
      const test = tests.get(node.matches) ?? tests.size
      tests.set(node.matches, test)
      push({ kind: 'char', test })
    } else if (node.kind === 'sequence') node.parts.forEach(walk)
    else if (node.kind === 'choice') choice(node.parts)
    else repeat(node.part, node.min, node.max)
  }
  function fork(): number[] {
    const to: number[] = []
    push({ kind: 'fork', to })
    return to
  }
  function choice(parts: PatternNode[]): void {
    const starts = fork()
    const ends: number[][] = []
    for (const part of parts) {
      starts.push(steps.length)
      walk(part)
      ends.push(fork())
    }
    for (const end of ends) end.push(steps.length)
  }
  function repeat(part: PatternNode, min: number, max: number | null): void {
    for (let i = 0; i < min; i++) walk(part)
    if (max === null) {
      const start = steps.length
      const body = fork()
      body.push(steps.length)
      walk(part)
      fork().push(start)
      body.push(steps.length)
      return
    }
    const skips: number[][] = []
    for (let i = min; i < max; i++) {
      const skip = fork()
      skip.push(steps.length)
      skips.push(skip)
      walk(part)
    }
    for (const skip of skips) skip.push(steps.length)
  }
  walk(root)
  push({ kind: 'end' })
  return { steps, tests: [...tests.keys()] }
}
