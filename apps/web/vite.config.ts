/** The web app's build: hashed assets, no inline script, nothing inlined as a data URL (strict CSP). */
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Rolldown, type UserConfig } from 'vite'
import { type Chunk, planChunks } from './build/chunk-plan.ts'
import { contractEndpoints } from './build/contract-endpoints.ts'
import { iconIndex } from './build/icon-index.ts'
import { textsChunk } from './build/texts-chunk.ts'
import { worldMap } from './build/world-map.ts'

const server = process.env.MUSTER_DEV_API ?? 'http://127.0.0.1:3000'

const pagesForGuests = /\/features\/(auth|consent|wizards\/public-run|views\/public-view)\//

/** Also what the tests are run with. */
export const base = {
  plugins: [react(), contractEndpoints(), iconIndex(), worldMap()],
  server: { proxy: { '/api': server, '/dev': server, '^/t/[co]/': server }, fs: { allow: ['../..'] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    // Maps and the editor of formatted text are large, and loaded when they are shown.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // Loaded by other sites to show a public view: a file of its own with a stable address.
      input: { app: 'index.html', widget: 'src/widget/widget.ts' },
      preserveEntrySignatures: false,
      output: {
        entryFileNames: ({ name }) => (name === 'widget' ? 'widget.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
} satisfies UserConfig

export default defineConfig(async ({ command, mode }): Promise<UserConfig> => {
  if (command !== 'build') return base
  const shared = await planOf(mode)
  const isOfApp = (id: string) => !id.includes('/src/widget/')
  return {
    ...base,
    build: {
      ...base.build,
      rolldownOptions: {
        ...base.build.rolldownOptions,
        output: {
          ...base.build.rolldownOptions.output,
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'app', tags: ['$initial'], test: isOfApp, priority: 2 },
              { name: (id) => textsChunk(id) ?? shared.get(id), debugName: 'shared', priority: 1 },
            ],
          },
        },
      },
    },
  }
})

/** Builds once without writing anything, to know which pages use what after unused code has been removed. */
async function planOf(mode: string): Promise<Map<string, string>> {
  const options = { ...base.build, write: false, minify: false }
  const built = await build({ ...base, configFile: false, mode, logLevel: 'error', build: options })
  const { output } = built as Rolldown.RolldownOutput
  return planChunks(
    output.flatMap((file): Chunk[] => {
      if (file.type !== 'chunk' || file.fileName === 'widget.js') return []
      const { fileName, moduleIds, imports } = file
      const kind = file.isEntry ? 'entry' : file.isDynamicEntry ? 'lazy' : 'shared'
      const isForGuests = pagesForGuests.test(file.facadeModuleId ?? '')
      return [{ fileName, modules: moduleIds, size: file.code.length, imports, kind, isForGuests }]
    }),
  )
}
