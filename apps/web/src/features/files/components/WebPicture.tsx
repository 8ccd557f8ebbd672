/** The picture at a web address, by way of our server; in its place, a sign that says why there is none. */
import { lazy, Suspense, useState } from 'react'
import { thumbnailSet, thumbnailUrl } from '../file-look.ts'
import classes from './WebPicture.module.css'

/** Few pictures are missing: pages load it when one is. */
const MissingPicture = lazy(async () => ({ default: (await import('./MissingPicture.tsx')).MissingPicture }))

export interface WebPictureProps {
  /** Of its thumbnails. */
  url: string
  /** Empty where its link or the name of its record is beside it. */
  alt: string
  /** The `sizes` of the image. */
  sizes: string
  className?: string | undefined
  iconSize?: number
  /** Whether there is room for the reason below the sign. */
  showsProblem?: boolean
}

export function WebPicture(props: WebPictureProps) {
  return <Picture key={props.url} {...props} />
}

/** How often an image is tried that our server gives and the browser does not show. */
const mostTries = 3

function Picture({ url, alt, sizes, className = '', iconSize = 14, showsProblem = false }: WebPictureProps) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(-1)
  const frame = `${classes.picture} ${className}`
  if (failed === tries) {
    return (
      <Suspense fallback={<span className={frame} />}>
        <MissingPicture
          url={url}
          attempt={tries}
          className={frame}
          iconSize={iconSize}
          showsProblem={showsProblem}
          onFound={tries < mostTries ? () => setTries(tries + 1) : null}
        />
      </Suspense>
    )
  }
  return (
    <span className={frame}>
      <img
        key={tries}
        src={thumbnailUrl({ thumbnail: url }, 320) ?? undefined}
        srcSet={thumbnailSet({ thumbnail: url })}
        sizes={sizes}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setFailed(tries)}
      />
    </span>
  )
}
