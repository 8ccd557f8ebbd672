/** A thumbnail in the size that its place needs; the icon of its kind where it cannot be drawn. */
import { useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { type FileObject, fileIcon, thumbnailSet, thumbnailUrl } from '../file-look.ts'

export function Thumb({
  file,
  alt,
  sizes,
  iconSize = 20,
}: {
  file: FileObject
  /** Empty where the name is shown beside it. */
  alt: string
  /** The `sizes` of the image. */
  sizes: string
  iconSize?: number
}) {
  const [failed, setFailed] = useState<string | null>(null)
  if (file.thumbnail === null || failed === file.thumbnail) {
    return <Icon name={fileIcon(file.kind)} size={iconSize} {...(alt ? { label: alt } : {})} />
  }
  return (
    <img
      src={thumbnailUrl(file, 320) ?? undefined}
      srcSet={thumbnailSet(file)}
      sizes={sizes}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(file.thumbnail)}
    />
  )
}
