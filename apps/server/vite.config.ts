/** Bundles the server for `npm start`: our own TypeScript becomes one file, packages stay in node_modules. */
import { defineConfig } from 'vite'

export default defineConfig({
  // The contract is our own source too.
  ssr: { noExternal: [/^@muster\//] },
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
  },
})
