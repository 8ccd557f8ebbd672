/** What the open page is about, for the document's title: told by the page's head, written by `DocumentTitle`. */
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

/** Says what the page is about for as long as the caller is there; of several the last one counts. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    if (!title) return
    const one = { title }
    set([...titles, one])
    return () => set(titles.filter((other) => other !== one))
  }, [title])
}

/** What was told last; undefined when nothing was. */
export const useCurrentTitle = (): string | undefined =>
  useSyncExternalStore(subscribe, () => titles.at(-1)?.title)
