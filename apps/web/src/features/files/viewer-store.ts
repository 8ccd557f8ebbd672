/** Which files are open in the viewer, of which the app has one. */
import type { MouseEvent } from 'react'
import type { FileObject } from './file-look.ts'

export interface Opened {
  files: readonly FileObject[]
  at: number
}

let opened: Opened | null = null
const listeners = new Set<() => void>()

function set(next: Opened | null): void {
  opened = next
  for (const listener of listeners) listener()
}

/** Opens the viewer at one of several files; the others are its neighbours. */
export function openFiles(files: readonly FileObject[], at = 0): void {
  if (files.length > 0) set({ files, at: Math.min(Math.max(at, 0), files.length - 1) })
}

/** For a link to a file: a plain click opens the viewer, any other does what the browser does with links. */
export function onFileLink(files: readonly FileObject[], at: number) {
  return (event: MouseEvent) => {
    event.stopPropagation()
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openFiles(files, at)
  }
}

export const viewerStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get: () => opened,
  show(at: number) {
    if (opened && at >= 0 && at < opened.files.length) set({ ...opened, at })
  },
  close: () => set(null),
}
