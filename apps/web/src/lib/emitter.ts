/** A typed event emitter for the few events between parts of the app. */
export interface Emitter<Events> {
  emit<K extends keyof Events>(name: K, detail: Events[K]): void
  /** @returns the unsubscribe function */
  on<K extends keyof Events>(name: K, listener: (detail: Events[K]) => void): () => void
}

export function emitter<Events>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(detail: never) => void>>()
  return {
    emit: (name, detail) => {
      for (const listener of listeners.get(name) ?? []) listener(detail as never)
    },
    on: (name, listener) => {
      const own = listeners.get(name) ?? new Set()
      own.add(listener)
      listeners.set(name, own)
      return () => own.delete(listener)
    },
  }
}
