/**
 * Lets the browser compile all functions of some files while it loads them, in a thread of its own. Otherwise it compiles
 * each function when it is first called, in the thread that draws the page. That does not pay for files of which little
 * is called at first: of those that every page starts with it is 60 to 75 %, of what several pages share 20 to 30 %.
 *
 * @see https://v8.dev/blog/explicit-compile-hints
 */
import type { Plugin, Rolldown } from 'vite'
import { pagesOfEveryDay } from './pages.ts'

const hint = '//# allFunctionsCalledOnLoad\n'

export function compiledAtOnce(): Plugin {
  return {
    name: 'muster:compiled-at-once',
    apply: 'build',
    generateBundle: {
      // The hint is the first line of the file, also before what Vite adds at last.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && isCalledAtFirst(file)) file.code = hint + file.code
        }
      },
    },
  }
}

/** The widget is for pages of other sites, which have more to do. */
const isCalledAtFirst = ({ name, isEntry, facadeModuleId }: Rolldown.OutputChunk): boolean =>
  name === 'start' || (isEntry && name !== 'widget') || pagesOfEveryDay.test(facadeModuleId ?? '')
