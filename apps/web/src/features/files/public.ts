/** What other features may use of files. */
export type { FilePickerProps } from './components/FilePicker.tsx'
export { FilePicker } from './components/LazyFilePicker.tsx'
export { Thumb } from './components/Thumb.tsx'
export { ViewerHost } from './components/ViewerHost.tsx'
export { WebPicture } from './components/WebPicture.tsx'
export { acceptOf, downloadUrl, fileIcon, thumbnailUrl } from './file-look.ts'
export { onFileLink, openFiles } from './viewer-store.ts'
