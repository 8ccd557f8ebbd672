/** Cleans user-given file names of parts that could mislead or break out of a folder or a header. */

const maxLength = 200

/** Control characters, and those that change text direction: `gnp.exe` must not look like `exe.png`. */
const misleading = /[\p{Cc}\p{Surrogate}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(misleading, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  if (clean.length <= maxLength) return clean || 'file'
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  return `${clean.slice(0, maxLength - extension.length)}${extension}`
}

/** RFC 6266: the name in ASCII for old clients, and the full name. */
export function disposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
