/** What the build of the web app tells the server about the page of public wizards: files that it will ask for. */
import type { Language } from '../paging.ts'

export interface PublicWizardHints {
  /** Of the texts that it starts with, by language. */
  texts: Record<Language, string>
  /** Of the proof of work. */
  worker: string
  /** Of the script that shows what the server has made in advance. */
  stage: string
  /** Of styles that the first question needs, beside those of the page. */
  questionStyles: string[]
}

/** In the folder of the web app, beside Vite's own manifest; it is not served. */
export const publicWizardHintsFile = '.vite/public-wizard-hints.json'
