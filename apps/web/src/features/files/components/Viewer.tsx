/**
 * Files over the whole window. Arrow keys go to the next and the previous one, plus, minus and 0 zoom a picture
 * (arrows then move it), Escape closes.
 */
import { Modal } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Glyph, type GlyphName } from '../../../ui/Glyph.tsx'
import hidden from '../../../ui/hidden.module.css'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { downloadUrl } from '../file-look.ts'
import type { Opened } from '../viewer-store.ts'
import { FileStage } from './FileStage.tsx'
import { ImageStage } from './ImageStage.tsx'
import { Thumb } from './Thumb.tsx'
import { mostScale, useZoom } from './use-zoom.ts'
import classes from './Viewer.module.css'

const panBy = 80

export function Viewer({
  files,
  at,
  onShow,
  onClose,
}: Opened & { onShow(at: number): void; onClose(): void }) {
  const { t } = useTranslation(['files', 'common'])
  const format = useFormat()
  const stage = useRef<HTMLDivElement>(null)
  const file = files[at]
  const zoom = useZoom(stage, file?.id ?? '')
  if (!file) return null
  const isImage = file.kind === 'image'
  const scale = format.percent(zoom.view.scale, 0)
  const isZoomed = isImage && zoom.view.scale > 1

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    // Keys inside a media player belong to it.
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest('audio, video')) return
    const action =
      (isZoomed ? zoomedKeys.get(event.key) : undefined) ??
      (isImage ? imageKeys.get(event.key) : undefined) ??
      keys.get(event.key)
    if (!action) return
    event.preventDefault()
    action()
  }
  const keys = new Map<string, () => void>([
    ['ArrowLeft', () => onShow(at - 1)],
    ['ArrowRight', () => onShow(at + 1)],
    ['PageUp', () => onShow(at - 1)],
    ['PageDown', () => onShow(at + 1)],
    ['Home', () => onShow(0)],
    ['End', () => onShow(files.length - 1)],
  ])
  const imageKeys = new Map<string, () => void>([
    ['+', zoom.zoomIn],
    ['=', zoom.zoomIn],
    ['-', zoom.zoomOut],
    ['0', zoom.fit],
  ])
  const zoomedKeys = new Map<string, () => void>([
    ['ArrowLeft', () => zoom.pan(panBy, 0)],
    ['ArrowRight', () => zoom.pan(-panBy, 0)],
    ['ArrowUp', () => zoom.pan(0, panBy)],
    ['ArrowDown', () => zoom.pan(0, -panBy)],
  ])

  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      padding={0}
      zIndex={400}
      radius={0}
      transitionProps={{ duration: 120 }}
      classNames={{ content: classes.content, body: classes.body }}
      attributes={{ content: { 'aria-label': t('viewer', { name: file.name }) } }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole viewer; every action has its button */}
      <div className={classes.root} onKeyDown={onKeyDown}>
        <div className={classes.head}>
          <span className={classes.title}>
            <h2 className={classes.name}>{file.name}</h2>
            <span className={classes.facts}>
              {files.length > 1 && `${t('place', { place: at + 1, count: files.length })} · `}
              {format.bytes(file.size)}
            </span>
          </span>
          {isImage && (
            <>
              <Tool
                glyph="minus"
                label={t('zoomOut')}
                isDisabled={zoom.view.scale <= 1}
                onClick={zoom.zoomOut}
              />
              <button
                type="button"
                className={classes.scale}
                onClick={zoom.fit}
                aria-label={`${scale}: ${t('fit')}`}
              >
                {scale}
              </button>
              <Tool
                glyph="plus"
                label={t('zoomIn')}
                isDisabled={zoom.view.scale >= mostScale}
                onClick={zoom.zoomIn}
              />
            </>
          )}
          <Tooltip label={t('download', { name: file.name })}>
            <a
              className={classes.tool}
              href={downloadUrl(file)}
              aria-label={t('download', { name: file.name })}
            >
              <Glyph name="download" />
            </a>
          </Tooltip>
          <Tool glyph="close" label={t('common:close')} onClick={onClose} autoFocus />
        </div>
        <div className={classes.middle}>
          {isImage ? <ImageStage file={file} zoom={zoom} stage={stage} /> : <FileStage file={file} />}
          {files.length > 1 && (
            <>
              <span className={classes.previous}>
                <Tool
                  glyph="chevronLeft"
                  label={t('previous')}
                  isDisabled={at === 0}
                  onClick={() => onShow(at - 1)}
                />
              </span>
              <span className={classes.next}>
                <Tool
                  glyph="chevronRight"
                  label={t('next')}
                  isDisabled={at === files.length - 1}
                  onClick={() => onShow(at + 1)}
                />
              </span>
            </>
          )}
          <span role="status" className={hidden.hidden}>
            {files.length > 1 ? t('shown', { name: file.name, place: at + 1, count: files.length }) : ''}
          </span>
        </div>
        {files.length > 1 && (
          <nav className={classes.strip} aria-label={t('all')}>
            {files.map((one, place) => (
              <button
                key={one.id}
                type="button"
                className={classes.frame}
                aria-current={place === at ? 'true' : undefined}
                aria-label={one.name}
                onClick={() => onShow(place)}
              >
                <Thumb file={one} alt="" sizes="56px" />
              </button>
            ))}
          </nav>
        )}
      </div>
    </Modal>
  )
}

function Tool({
  glyph,
  label,
  onClick,
  isDisabled = false,
  autoFocus = false,
}: {
  glyph: GlyphName
  label: string
  onClick(): void
  isDisabled?: boolean
  autoFocus?: boolean
}) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={classes.tool}
        aria-label={label}
        // It stays focusable at the end of the row; a disabled button would lose the focus.
        aria-disabled={isDisabled || undefined}
        data-autofocus={autoFocus || undefined}
        onClick={isDisabled ? undefined : onClick}
      >
        <Glyph name={glyph} />
      </button>
    </Tooltip>
  )
}
