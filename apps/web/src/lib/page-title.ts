/** The title of the open page, for the document's title: set by the page's header, written at the root of the app. */
import { useEffect, useSyncExternalStore } from 'react'
import { useBrand } from './brand.ts'

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

/** Writes the document's title. @param page which page it is, beside what the page is about */
export function useDocumentTitle(page: string | undefined): void {
  const brand = useBrand()
  const about = useSyncExternalStore(subscribe, () => titles.at(-1)?.title)
  const text = [...new Set([about, page, brand.name])].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = text
  }, [text])
}
