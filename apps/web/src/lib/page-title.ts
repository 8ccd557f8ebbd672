/** The title of the open page, for the document's title: set by the page's header, written by `DocumentTitle`. */
import { useEffect, useSyncExternalStore } from 'react'

interface TitleEntry {
  title: string
}

let titles: readonly TitleEntry[] = []
const listeners = new Set<() => void>()

function set(next: readonly TitleEntry[]): void {
  titles = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the title while the caller is mounted; of several the last one counts. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    if (!title) return
    const one = { title }
    set([...titles, one])
    return () => set(titles.filter((other) => other !== one))
  }, [title])
}

/** The current title; undefined when none is set. */
export const useCurrentTitle = (): string | undefined =>
  useSyncExternalStore(subscribe, () => titles.at(-1)?.title)
