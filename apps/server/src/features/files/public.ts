/** The public API of files for other features. */

export { contentKeys, teamContentKeys } from './content-keys.ts'
export { cleanFileName, disposition } from './file-name.ts'
export { keptForLong, sendFile, sendThumbnail, sendWebPicture } from './file-responses.ts'
export { FileStore } from './file-store.ts'
export { countOfRun, readPictures, removeFiles, removeOfEndedRuns, sumFiles } from './files.repo.ts'
export { FilesService, type StoredFile, storedFile } from './files.service.ts'
export { removeContents } from './remove-contents.ts'
export { removeTeamFiles } from './team-files.ts'
export { Thumbnails } from './thumbnails/thumbnails.service.ts'
export { bodyOf } from './upload-body.ts'
export { addressIn, pictureField } from './web-pictures/address.ts'
export { WebPictures } from './web-pictures/web-pictures.service.ts'
