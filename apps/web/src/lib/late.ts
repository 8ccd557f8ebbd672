/**
 * Something that the app has from the start, and the page of a public wizard loads when it is needed: there people wait
 * for each byte.
 *
 *   const editor = late(() => import('./Editor.tsx'))
 *   editor.know(module)         // where it is there from the start
 *   const { Editor } = editor.use()
 */
import { use } from 'react'

export interface Late<Value> {
  know(value: Value): void
  /** What is there already. */
  now(): Value | undefined
  /**
   * While rendering: suspends until it is there, and throws why it could not be loaded. May be called conditionally, as
   * `use` of React.
   */
  use(): Value
  /** Tries again after a failure, which `use` does not: React would render, and ask, without an end. */
  load(): Promise<Value>
}

export function late<Value>(get: () => Promise<Value>): Late<Value> {
  let known: Value | undefined
  let coming: Promise<Value> | undefined
  let hasFailed = false
  const load = () => {
    if (!coming || hasFailed) {
      hasFailed = false
      coming = get().then(
        (value) => {
          known = value
          return value
        },
        (error: unknown) => {
          hasFailed = true
          throw error
        },
      )
    }
    return coming
  }
  return {
    know(value) {
      known = value
    },
    now: () => known,
    use: () => known ?? use(coming ?? load()),
    load,
  }
}
