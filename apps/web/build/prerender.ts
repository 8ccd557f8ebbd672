/** Builds what makes the first look of a public wizard's page as HTML, for a thread of the server. */
import path from 'node:path'
import { build, type Plugin, type UserConfig } from 'vite'
import { prerenderFile } from '../../../packages/contract/src/wizards/prerender.ts'

/** @param makeConfig the configuration without the plugins of the page's own files */
export function prerender(makeConfig: () => UserConfig): Plugin {
  let root = '.'
  let outDir = 'dist'
  return {
    name: 'muster:prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = config.build.outDir
    },
    // After the files of the page, whose folder is emptied before.
    closeBundle: {
      sequential: true,
      async handler() {
        const { dir, name } = path.parse(prerenderFile)
        const config = makeConfig()
        await build({
          root,
          configFile: false,
          logLevel: 'warn',
          plugins: config.plugins,
          // React has a file for each, and picks one by it.
          define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          // It needs nothing but Node.
          ssr: { noExternal: true },
          build: {
            outDir: path.join(outDir, dir),
            emptyOutDir: true,
            assetsInlineLimit: 0,
            ssr: 'src/app/public-wizard/prerender.tsx',
            copyPublicDir: false,
            rolldownOptions: {
              checks: config.build?.rolldownOptions?.checks,
              output: { entryFileNames: `${name}.js` },
            },
          },
        })
      },
    },
  }
}
