/** What pages for people without a session have in common: the visitor's language, the team's look, frames. */
import type { Language } from '@muster/contract/paging'
import { type RefObject, useEffect } from 'react'
import { languages } from './i18n.ts'

/** The first of the browser's languages that the interface has. */
export function visitorLanguage(): Language | undefined {
  for (const tag of navigator.languages) {
    const language = languages.find((one) => tag.toLowerCase().startsWith(one))
    if (language) return language
  }
  return undefined
}

/** Reports height and title of this page to the page around the frame; `muster:view` in widget.ts. */
export function useTellHeight(box: RefObject<HTMLElement | null>, isOn: boolean, title: string): void {
  useEffect(() => {
    const element = box.current
    if (!isOn || !element || window.parent === window) return
    const report = () =>
      window.parent.postMessage(
        { type: 'muster:view', height: Math.ceil(element.getBoundingClientRect().height), title },
        '*',
      )
    const observer = new ResizeObserver(report)
    observer.observe(element)
    report()
    return () => observer.disconnect()
  }, [box, isOn, title])
}

/** Tells the page around the frame that something else is shown now; `muster:turned` in widget.ts. */
export function tellTurned(): void {
  if (window.parent !== window) window.parent.postMessage({ type: 'muster:turned' }, '*')
}
