/** What other features may use of files. */
export { sendFile, sendThumbnail } from './file-answers.ts'
export { cleanFileName, disposition } from './file-name.ts'
export { FileStore } from './file-store.ts'
export { FilesService, type StoredFile, storedFile } from './files.service.ts'
export { Thumbnails } from './thumbnails/thumbnails.service.ts'
