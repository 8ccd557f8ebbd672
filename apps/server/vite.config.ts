/** Bundles the server for `npm start`: our own TypeScript becomes one file, packages stay in node_modules. */
import { defineConfig } from 'vite'

export default defineConfig({
  // The contract is our own source too.
  ssr: { noExternal: [/^@muster\//] },
  build: {
    ssr: true,
    rollupOptions: {
      // The picture process is a program of its own.
      input: { main: 'src/main.ts', pictures: 'src/features/files/thumbnails/process.ts' },
      output: { entryFileNames: '[name].js' },
    },
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
  },
})
