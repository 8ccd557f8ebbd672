/** Bundles the server for `npm start`: our own TypeScript becomes one file, packages stay in node_modules. */
import { defineConfig } from 'vite'

export default defineConfig({
  // The contract is our own source too.
  ssr: { noExternal: [/^@muster\//] },
  build: {
    ssr: true,
    rollupOptions: {
      // The picture and the backup process are programs of their own.
      input: {
        main: 'src/main.ts',
        pictures: 'src/features/files/thumbnails/process.ts',
        backup: 'src/features/backups/process.ts',
      },
      // All in one folder, because some code looks for files beside itself.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
  },
})
