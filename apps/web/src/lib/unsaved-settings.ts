/**
 * Settings that the server may not have yet, kept in the tab until it does: a page that is made while the page before it
 * saves may come with the value from before.
 */

const prefix = 'unsaved '

/** Before another person may use the tab. */
export function forgetUnsavedSettings(): void {
  withStorage((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(prefix)) storage.removeItem(name)
  })
}

/** @returns undefined if the server has what was set last */
export function readUnsaved(name: string): unknown {
  return withStorage((storage) => {
    const text = storage.getItem(prefix + name)
    return text === null ? undefined : JSON.parse(text)
  })
}

/** @returns what `forgetUnsaved` needs */
export function keepUnsaved(name: string, value: unknown): string {
  const text = JSON.stringify(value)
  withStorage((storage) => storage.setItem(prefix + name, text))
  return text
}

/** Unless another value has been set meanwhile. */
export function forgetUnsaved(name: string, text: string): void {
  withStorage((storage) => {
    if (storage.getItem(prefix + name) === text) storage.removeItem(prefix + name)
  })
}

function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined // blocked or full
  }
}
