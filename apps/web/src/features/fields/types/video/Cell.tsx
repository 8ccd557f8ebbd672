import { useState } from 'react'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import styles from '../../../../ui/shared.module.css'
import type { FieldContext } from '../../field-context.ts'
import type { FileValue } from '../../files/file-values.ts'
import { fieldTitle } from '../../titles.ts'
import { TextCell } from '../common/cells.tsx'
import type { CellProps } from '../definition.ts'
import classes from './Cell.module.css'
import type { VideoSettings } from './Settings.tsx'
import { type VideoSource, videoName, videoSource } from './source.ts'

/** One line shows the name; with more room it plays. Nothing is loaded from other hosts before that. */
export function Cell({
  value,
  variant,
  field,
  context,
  autoPlay = false,
}: CellProps<FileValue, VideoSettings>) {
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
      <video
        className={classes.player}
        src={source.src}
        poster={source.poster ?? undefined}
        controls
        preload="metadata"
        autoPlay={autoPlay}
        muted={autoPlay}
        playsInline
        aria-label={fieldTitle(field, context.format.language)}
      />
    )
  }
  return (
    <Framed
      source={source}
      title={`${fieldTitle(field, context.format.language)}: ${source.provider}`}
      name={videoName(value)}
      href={typeof value === 'string' ? value : null}
      context={context}
      autoPlay={autoPlay}
    />
  )
}

/**
 * A third-party player: it is not loaded, and learns nothing of the viewer, until they ask for it, unless the team
 * has set its videos to start automatically.
 */
function Framed({
  source,
  title,
  name,
  href,
  context: { t },
  autoPlay,
}: {
  source: Extract<VideoSource, { kind: 'frame' }>
  title: string
  name: string
  href: string | null
  context: FieldContext
  autoPlay: boolean
}) {
  const [isPlaying, setPlaying] = useState(autoPlay)
  return (
    <span className={styles.stack4}>
      {isPlaying ? (
        <iframe
          className={classes.player}
          src={`${source.src}&autoplay=1${autoPlay ? '&mute=1&muted=1' : ''}`}
          title={title}
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
        />
      ) : (
        <button
          type="button"
          className={classes.cover}
          onClick={(event) => {
            event.stopPropagation()
            setPlaying(true)
          }}
        >
          <Icon name="far fa-circle-play" size={40} />
          <span>{t('fields:video.play', { provider: source.provider })}</span>
          <span className={classes.note}>{t('fields:video.playNote', { provider: source.provider })}</span>
        </button>
      )}
      {href && (
        <a href={href} target="_blank" rel="noreferrer" className={classes.link}>
          {name} <Glyph name="external" size={12} />
        </a>
      )}
    </span>
  )
}
