/**
 * Builds the app twice: first without writing anything, to know which pages and which styles use what, then with the files of
 * the plan and the styles that are used.
 */
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { textsChunk } from './area-texts.ts'
import { type Chunk, planChunks } from './chunk-plan.ts'
import { pagesOfEveryDay } from './pages.ts'
import { classesIn, usedStyles, wholeStyles } from './used-styles.ts'

/** For those who are not signed in, who come once and wait for each byte. */
const pagesForGuests =
  /\/features\/(auth|consent|wizards\/public-run|views\/public-view)\/|\/public-wizard\.html$/

/** What shows the first question of a public wizard, and the sign-in. */
const pagesWaitedFor = /\/(wizards\/public-run\/VisitorRun|auth\/screens\/SignIn)\.tsx$/

/** @param makeConfig the configuration without this plugin, with plugins of its own */
export function sharedFiles(makeConfig: () => UserConfig): Plugin {
  let root = '.'
  let plan: ReadonlyMap<string, string> = new Map()
  let classes: ReadonlySet<string> = new Set()
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: (id) => textsChunk(id) ?? plan.get(id), debugName: 'shared' },
  ]
  return {
    name: 'shared-files',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
      },
    }),
    configResolved(config) {
      root = config.root
    },
    async buildStart() {
      const output = await firstBuild({ ...makeConfig(), root })
      plan = planChunks(chunksOf(output))
      classes = new Set(output.flatMap((file) => (file.type === 'chunk' ? classesIn(file.code) : [])))
    },
    // Before the file gets its name, which depends on what is in it.
    transform: { order: 'pre', filter: { id: wholeStyles }, handler: (css) => usedStyles(css, classes) },
  }
}

/** The files that the bundler makes by itself, after unused code has been removed. */
async function firstBuild(config: UserConfig): Promise<Rolldown.RolldownOutput['output']> {
  const options = { ...config.build, write: false, minify: false }
  const built = await build({ ...config, configFile: false, logLevel: 'error', build: options })
  return (built as Rolldown.RolldownOutput).output
}

function chunksOf(output: Rolldown.RolldownOutput['output']): Chunk[] {
  const styles = new Map(output.map((file) => [file.fileName, 'source' in file ? file.source.length : 0]))
  return output.flatMap((file): Chunk[] => {
    if (file.type !== 'chunk' || file.fileName === 'widget.js') return []
    const { fileName, moduleIds, imports, dynamicImports: lazyImports } = file
    const kind = file.isEntry ? 'entry' : file.isDynamicEntry ? 'lazy' : 'shared'
    const page = file.facadeModuleId ?? ''
    const isForGuests = pagesForGuests.test(page)
    const isWaitedFor = pagesWaitedFor.test(page)
    const isEveryday = pagesOfEveryDay.test(page)
    const ownStyles = [...(file.viteMetadata?.importedCss ?? [])]
    const styleSize = ownStyles.reduce((sum, name) => sum + (styles.get(name) ?? 0), 0)
    return [
      {
        fileName,
        modules: moduleIds,
        size: file.code.length + styleSize,
        styleSize,
        imports,
        lazyImports,
        kind,
        isForGuests,
        isWaitedFor,
        isEveryday,
      },
    ]
  })
}
