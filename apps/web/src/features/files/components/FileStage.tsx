import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { downloadUrl, type FileObject, fileIcon, isText } from '../file-look.ts'
import { TextStage } from './TextStage.tsx'
import classes from './Viewer.module.css'

/**
 * Other files than images: PDF in the browser's own viewer, video and audio in its player, texts as they
 * are written, the rest by name.
 */
export function FileStage({ file }: { file: FileObject }) {
  const { t } = useTranslation(['files'])
  const format = useFormat()
  if (file.kind === 'pdf' && navigator.pdfViewerEnabled) {
    return <iframe className={classes.paper} src={file.url} title={file.name} />
  }
  if (file.kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no separate captions
      <video
        key={file.id}
        className={classes.film}
        src={file.url}
        controls
        preload="metadata"
        aria-label={file.name}
      />
    )
  }
  if (file.kind === 'audio') {
    return (
      <div className={classes.card}>
        <Icon name={fileIcon(file.kind)} size={48} />
        <p className={classes.cardName}>{file.name}</p>
        {/* biome-ignore lint/a11y/useMediaCaption: uploaded audio has no separate captions */}
        <audio key={file.id} className={classes.sound} src={file.url} controls aria-label={file.name} />
      </div>
    )
  }
  if (isText(file)) return <TextStage key={file.id} file={file} />
  return (
    <div className={classes.card}>
      <Icon name={fileIcon(file.kind)} size={48} />
      <p className={classes.cardName}>{file.name}</p>
      <p className={classes.cardText}>{t('cannotShow', { size: format.bytes(file.size) })}</p>
      <a className={classes.cardLink} href={downloadUrl(file)}>
        <Glyph name="download" size={14} />
        {t('save')}
      </a>
    </div>
  )
}
