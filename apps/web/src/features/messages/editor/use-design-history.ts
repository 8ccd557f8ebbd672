/** Undo and redo for a design that its parent holds. */
import type { MessageDesign } from '@muster/contract/messages/design'
import { useRef, useState } from 'react'

const maxSteps = 200

interface Steps {
  past: MessageDesign[]
  future: MessageDesign[]
  /** What the last change was of; the next one of the same joins it. */
  lastKey: string | null
}

const none: Steps = { past: [], future: [], lastKey: null }

export interface DesignHistory {
  /** @param key changes of one thing in a row, such as letters typed in one text, are one step */
  change(next: MessageDesign, key?: string): void
  undo(): void
  redo(): void
  canUndo: boolean
  canRedo: boolean
}

export function useDesignHistory(
  design: MessageDesign,
  onChange: (design: MessageDesign) => void,
): DesignHistory {
  const [steps, setSteps] = useState(none)
  const reported = useRef(design)
  // A design from elsewhere, such as a template, cannot be undone into another.
  if (reported.current !== design) {
    reported.current = design
    if (steps !== none) setSteps(none)
  }
  const report = (next: MessageDesign, to: Steps) => {
    reported.current = next
    setSteps(to)
    onChange(next)
  }
  return {
    change(next, key) {
      if (next === design) return
      const joins = key !== undefined && key === steps.lastKey
      const past = joins ? steps.past : [...steps.past, design].slice(-maxSteps)
      report(next, { past, future: [], lastKey: key ?? null })
    },
    undo() {
      const before = steps.past.at(-1)
      if (!before) return
      report(before, { past: steps.past.slice(0, -1), future: [design, ...steps.future], lastKey: null })
    },
    redo() {
      const [next, ...future] = steps.future
      if (!next) return
      report(next, { past: [...steps.past, design], future, lastKey: null })
    },
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
  }
}
