/**
 * Writes down which files the page of a public wizard asks for later, for the server to name them in the page: on a slow
 * connection each answer that must come first costs as much as thirty kilobytes.
 */
import type { Plugin } from 'vite'
import type { Language } from '../../../packages/contract/src/paging.ts'
import {
  type PublicWizardHints,
  publicWizardHintsFile,
} from '../../../packages/contract/src/wizards/public-hints.ts'

export function publicWizardHints(): Plugin {
  return {
    name: 'muster:public-wizard-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const names = Object.keys(bundle)
      const fileOf = (name: string): string => {
        const found = names.find((one) => one.startsWith(`assets/${name}-`) && one.endsWith('.js'))
        if (!found) throw new Error(`The build has no file ${name}`)
        return found
      }
      /** Of a file and all that it imports. */
      const stylesOf = (name: string, seen = new Set<string>()): Set<string> => {
        const file = bundle[name]
        if (file?.type !== 'chunk' || seen.has(name)) return seen
        seen.add(name)
        for (const one of file.imports) stylesOf(one, seen)
        for (const style of file.viteMetadata?.importedCss ?? []) seen.add(style)
        return seen
      }
      const isStyle = (name: string) => name.endsWith('.css')
      const ofPage = stylesOf(fileOf('public-wizard'))
      const texts = (language: Language) => fileOf(`texts-${language}-start`)
      const hints: PublicWizardHints = {
        texts: { en: texts('en'), es: texts('es'), fr: texts('fr') },
        worker: fileOf('proof.worker'),
        stage: fileOf('prerendered-stage'),
        questionStyles: [...stylesOf(fileOf('VisitorRun'))].filter(
          (name) => isStyle(name) && !ofPage.has(name),
        ),
      }
      this.emitFile({ type: 'asset', fileName: publicWizardHintsFile, source: JSON.stringify(hints) })
    },
  }
}
