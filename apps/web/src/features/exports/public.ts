/** What other features use of exports. */
export { ExportDialog } from './components/ExportDialog.tsx'
export { ExportWatch } from './components/ExportWatch.tsx'
export { useTrackExport } from './use-exports.ts'
