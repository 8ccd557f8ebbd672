import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { type FileObject, fileIcon, thumbnailUrl } from '../file-look.ts'
import type { useZoom } from './use-zoom.ts'
import classes from './Viewer.module.css'

type Zoom = ReturnType<typeof useZoom>

/** The picture: its thumbnail at once, replaced by the full size when it has loaded. */
export function ImageStage({
  file,
  zoom,
  stage,
}: {
  file: FileObject
  zoom: Zoom
  stage: React.RefObject<HTMLDivElement | null>
}) {
  const small = thumbnailUrl(file, 960)
  const [whole, setWhole] = useState<string | null>(small === null ? file.url : null)
  const [isBroken, setBroken] = useState(false)
  const wanted = useRef(file.url)
  useEffect(() => {
    wanted.current = file.url
    setBroken(false)
    setWhole(null)
    const loader = new Image()
    // A format that the browser cannot decode stays at thumbnail size.
    loader.onload = () => {
      if (wanted.current === file.url) setWhole(file.url)
    }
    loader.onerror = () => {
      if (small === null) setBroken(true)
    }
    loader.src = file.url
    return () => {
      loader.onload = null
      loader.onerror = null
      loader.src = ''
    }
  }, [file.url, small])
  const source = whole ?? small
  const { scale, x, y } = zoom.view
  return (
    <div ref={stage} className={classes.stage} data-zoomed={scale > 1 || undefined} {...zoom.handlers}>
      {source && !isBroken ? (
        <img
          className={classes.image}
          src={source}
          alt={file.name}
          draggable={false}
          data-whole={whole ? '' : undefined}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
        />
      ) : isBroken ? (
        <Icon name={fileIcon('image')} size={48} label={file.name} />
      ) : null}
    </div>
  )
}
