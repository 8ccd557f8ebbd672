/**
 * Asks for confirmation of what cannot be undone. What can be undone gets `toast.undo` instead.
 *
 *   if (await confirm({ title: text, text: text, confirmLabel: text, isDestructive: true })) …
 */

export interface Question {
  title: string
  text?: string
  /** A verb: 'Delete', 'Send'. */
  confirmLabel: string
  cancelLabel?: string
  /** Paints the button red. */
  isDestructive?: boolean
  /** For the most serious actions: this word must be typed first. */
  typeToConfirm?: string
}

export interface PendingQuestion extends Question {
  answer: (isConfirmed: boolean) => void
}

let pending: PendingQuestion | null = null
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

export function confirm(question: Question): Promise<boolean> {
  pending?.answer(false)
  return new Promise((resolve) => {
    pending = {
      ...question,
      answer: (isConfirmed) => {
        pending = null
        notify()
        resolve(isConfirmed)
      },
    }
    notify()
  })
}

export const confirmStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get: () => pending,
}
