/** Values that a piece of work carries along, such as who sent the request, without each function being told them. */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Frame {
  variable: object
  value: unknown
  outer: Frame | undefined
}

const frames = new AsyncLocalStorage<Frame | undefined>()

/**
 * Like an `AsyncLocalStorage`, whose methods it has, so that libraries can be given one. But all variables share a single
 * storage: before Node 24, each storage in use is copied to every promise of the process (see docs/PERFORMANCE.md).
 */
export class ContextVariable<Value> {
  /** Runs the work, and all that it starts, with this value. */
  run<Result>(value: Value, work: () => Result): Result {
    return frames.run({ variable: this, value, outer: frames.getStore() }, work)
  }

  /** The value of the nearest `run` around the caller. */
  getStore(): Value | undefined {
    for (let frame = frames.getStore(); frame; frame = frame.outer) {
      if (frame.variable === this) return frame.value as Value | undefined
    }
    return undefined
  }

  /** Runs the work without a value. */
  exit<Result>(work: () => Result): Result {
    return frames.run({ variable: this, value: undefined, outer: frames.getStore() }, work)
  }
}
