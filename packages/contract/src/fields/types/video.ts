/** A video: an uploaded file, or a URL at YouTube, Vimeo or of a video file. */
import { z } from 'zod'
import type { FieldType, Parsed } from '../definition.ts'
import { bad, isEmptyInput, isObject, ok } from '../parsed.ts'
import {
  acceptsFile,
  type FileValue,
  fileIdOf,
  fileIdsIn,
  fileValueSchema,
  isUuid,
  maxSizeSetting,
  readFileId,
} from './common/files.ts'

interface Settings {
  maxSizeMb: number | null
}

const youtube =
  /^(?:www\.|m\.)?(?:youtube\.com|youtube-nocookie\.com)\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)[\w-]{6,}/
const shortYoutube = /^youtu\.be\/[\w-]{6,}/
const vimeo = /^(?:www\.|player\.)?vimeo\.com\/(?:[\w/]*\/)?\d+/
const file = /^[a-z0-9.-]+(?::\d+)?\/[^\s?#]+\.(?:mp4|m4v|webm|ogv|ogg|mov|m3u8)(?:[?#]\S*)?$/i

function readVideo(input: unknown): Parsed<FileValue> {
  if (isEmptyInput(input)) return ok(null)
  if (isObject(input)) return readFileId(input)
  if (typeof input !== 'string') return bad('not_a_video')
  const text = input.trim()
  if (isUuid(text.toLowerCase())) return ok(text.toLowerCase())
  const uploaded = fileIdsIn(text)
  if (uploaded.length === 1) return ok(uploaded[0] as string)
  const address = /^https:\/\/([^\s"'<>\\]+)$/i.exec(text)?.[1]
  if (address === undefined || text.length > 2048) return bad('not_a_video')
  const isVideo = [youtube, shortYoutube, vimeo, file].some((pattern) => pattern.test(address))
  return isVideo ? ok(`https://${address}`) : bad('not_a_video')
}

export const video: FieldType<FileValue, Settings> = {
  type: 'video',
  family: 'file',
  storage: 'video',
  settings: z.strictObject({ maxSizeMb: maxSizeSetting }),
  value: z.union([fileValueSchema, z.string().regex(/^https:\/\//)]),
  parse: readVideo,
  fromText: readVideo,
  toText: fileIdOf,
  sortKey: fileIdOf,
  isSearchable: false,
  canBeUnique: false,
  isSortable: false,
  refersTo: () => ({ to: 'file', unknown: 'unknown_file' }),
  acceptsFile: ({ maxSizeMb }, facts) => acceptsFile(['video'], maxSizeMb, facts),
  examples: ({ fileIds }) => ({
    values: [
      ...fileIds.slice(0, 1),
      'https://player.vimeo.com/video/76979871',
      'https://vimeo.com/76979871',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://youtu.be/dQw4w9WgXcQ',
      'https://example.org/films/a.mp4?x=1',
    ],
    bad: [
      { input: 'http://www.youtube.com/watch?v=dQw4w9WgXcQ', code: 'not_a_video' },
      { input: 'https://example.org/page', code: 'not_a_video' },
      { input: 'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ', code: 'not_a_video' },
      { input: 5, code: 'not_a_video' },
      { input: { id: 'x' }, code: 'unknown_file' },
    ],
    texts: [
      { text: ' https://youtu.be/dQw4w9WgXcQ ', value: 'https://youtu.be/dQw4w9WgXcQ' },
      { text: '', value: null },
    ],
    badTexts: [{ text: 'my film', code: 'not_a_video' }],
  }),
}
