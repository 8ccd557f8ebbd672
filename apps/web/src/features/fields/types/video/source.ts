/** Where a video plays from: YouTube without cookies, Vimeo without tracking, or a file in the browser's own player. */
import { type FileValue, fileOf } from '../../files/file-values.ts'

export type VideoSource =
  | { kind: 'frame'; provider: 'YouTube' | 'Vimeo'; src: string }
  | { kind: 'file'; src: string; poster: string | null }

export function videoSource(value: FileValue): VideoSource | null {
  const file = fileOf(value)
  if (file) return { kind: 'file', src: file.url, poster: file.thumbnail }
  if (typeof value !== 'string' || !value.startsWith('https://')) return null
  const url = new URL(value)
  const host = url.hostname.replace(/^(www|m|player)\./, '')
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const id = url.searchParams.get('v') ?? url.pathname.split('/').filter(Boolean).at(-1)
    if (!id || !/^[\w-]{6,}$/.test(id)) return null
    return { kind: 'frame', provider: 'YouTube', src: `https://www.youtube-nocookie.com/embed/${id}?rel=0` }
  }
  if (host === 'vimeo.com') {
    const id = /\d+/.exec(url.pathname)?.[0]
    return id ? { kind: 'frame', provider: 'Vimeo', src: `https://player.vimeo.com/video/${id}?dnt=1` } : null
  }
  return { kind: 'file', src: value, poster: null }
}

/** The file's name, or the address without the parts that every address has. */
export function videoName(value: FileValue): string {
  return fileOf(value)?.name ?? String(value).replace(/^https:\/\/(www\.)?/, '')
}
