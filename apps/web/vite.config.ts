/** The web app's build: hashed assets, no inline script, nothing inlined as a data URL (strict CSP). */
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { areaTexts } from './build/area-texts.ts'
import { classicScripts } from './build/classic-scripts.ts'
import { compiledAtOnce } from './build/compiled-at-once.ts'
import { contractEndpoints } from './build/contract-endpoints.ts'
import { iconIndex } from './build/icon-index.ts'
import { precompressed } from './build/precompressed.ts'
import { prerender } from './build/prerender.ts'
import { publicWizardHints } from './build/public-wizard-hints.ts'
import { publicWizardPage } from './build/public-wizard-page.ts'
import { pureContract } from './build/pure-contract.ts'
import { sharedFiles } from './build/shared-files.ts'
import { worldMap } from './build/world-map.ts'

const server = process.env.MUSTER_DEV_API ?? 'http://127.0.0.1:3000'

const withoutPlan = (): UserConfig => ({
  plugins: [
    react(),
    pureContract(),
    contractEndpoints(),
    areaTexts(),
    iconIndex(),
    publicWizardPage(),
    worldMap(),
  ],
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
      input: {
        app: 'index.html',
        'public-wizard': 'public-wizard.html',
        'prerendered-stage': 'src/app/public-wizard/prerendered-stage.ts',
        'module-loader': 'src/app/module-loader.ts',
        widget: 'src/widget/widget.ts',
      },
      preserveEntrySignatures: false,
      // Editors that the app has from the start are loaded one by one for visitors.
      checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
      output: {
        entryFileNames: ({ name }) => (name === 'widget' ? 'widget.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})

const config = withoutPlan()
export default defineConfig({
  ...config,
  plugins: [
    config.plugins,
    sharedFiles(withoutPlan),
    classicScripts(),
    compiledAtOnce(),
    publicWizardHints(),
    precompressed(),
    prerender(withoutPlan),
  ],
})
