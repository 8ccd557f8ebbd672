/** What the build of the web app tells the server about the page of public wizards: files that it will ask for. */
import type { Language } from '../paging.ts'

export interface PublicWizardHints {
  /** Of the texts that it starts with, by language. */
  texts: Record<Language, string>
  /** Of the proof of work. */
  worker: string
}

/** In the folder of the web app, beside Vite's own manifest; it is not served. */
export const publicWizardHintsFile = '.vite/public-wizard-hints.json'
