import { Glyph } from '../../../../ui/Glyph.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { FileValue } from '../../files/file-values.ts'
import type { CellProps } from '../definition.ts'
import { TextCell } from '../shared/cells.tsx'
import classes from './Cell.module.css'
import type { VideoSettings } from './Settings.tsx'
import { videoName, videoSource } from './source.ts'

/** A line names the film; where there is room it plays, and nothing is fetched from elsewhere before that. */
export function Cell({ value, variant, field }: CellProps<FileValue, VideoSettings>) {
  const source = videoSource(value)
  if (variant === 'line' || !source) {
    return (
      <span className={classes.line}>
        <Icon name="far fa-circle-play" size={14} />
        <TextCell text={videoName(value)} variant="line" />
      </span>
    )
  }
  if (source.kind === 'file') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: captions are in the film or nowhere
      <video
        className={classes.player}
        src={source.src}
        poster={source.poster ?? undefined}
        controls
        preload="metadata"
        aria-label={field.title}
      />
    )
  }
  return (
    <span className={classes.framed}>
      <iframe
        className={classes.player}
        src={source.src}
        title={`${field.title}: ${source.provider}`}
        loading="lazy"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="fullscreen; picture-in-picture; encrypted-media"
      />
      {typeof value === 'string' && (
        <a href={value} target="_blank" rel="noreferrer" className={classes.link}>
          {videoName(value)} <Glyph name="external" size={12} />
        </a>
      )}
    </span>
  )
}
