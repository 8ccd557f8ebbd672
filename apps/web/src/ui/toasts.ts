/**
 * Short messages bottom left; `Toaster` shows them, once, at the root of the app.
 *
 *   toast.success(text)
 *   toast.error(errorText(error))
 *   toast.undo(text, () => undo(operation.id))   // 8 s, with an Undo button
 */

export interface ToastData {
  id: number
  kind: 'success' | 'error' | 'info' | 'undo'
  text: string
  action?: { label?: string; run: () => unknown }
  /** How long it stays; the timer pauses while the pointer or the focus is on it. */
  ms: number
}

/** Milliseconds, by kind. */
export const stay = { success: 4000, info: 5000, error: 8000, undo: 8000 }
/** The maximum number shown at once. */
const most = 3

let shown: readonly ToastData[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly ToastData[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function show(
  kind: ToastData['kind'],
  text: string,
  options: { action?: ToastData['action']; ms?: number } = {},
) {
  lastId += 1
  set([...shown.slice(1 - most), { id: lastId, kind, text, ms: stay[kind], ...options }])
  return lastId
}

export const toast = {
  success: (text: string, ms?: number) => show('success', text, ms === undefined ? {} : { ms }),
  info: (text: string, ms?: number) => show('info', text, ms === undefined ? {} : { ms }),
  error: (text: string, action?: ToastData['action']) => show('error', text, { action }),
  /** Something that was waited for is ready; it stays long enough to be fetched. */
  ready: (text: string, action: NonNullable<ToastData['action']>) =>
    show('success', text, { action, ms: 15_000 }),
  /** After something that can be undone. */
  undo: (text: string, run: () => unknown) => show('undo', text, { action: { run } }),
  hide: (id: number) => set(shown.filter((one) => one.id !== id)),
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get: () => shown,
}
