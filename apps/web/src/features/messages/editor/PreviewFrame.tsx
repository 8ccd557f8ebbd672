/** The mail as a recipient gets it, in a frame in which nothing runs. */
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import classes from './editor.module.css'

const widths = { desktop: 720, phone: 375 }
type Device = keyof typeof widths

export function PreviewFrame({ html }: { html: string | null }) {
  const { t } = useTranslation('messageEditor')
  const [device, setDevice] = useState<Device>('desktop')
  if (html === null) return <EmptyState glyph="mail" title={t('preview.none')} />
  return (
    <div className={classes.preview}>
      <SegmentedControl
        aria-label={t('preview.device')}
        size="xs"
        data={(Object.keys(widths) as Device[]).map((value) => ({ value, label: t(`preview.${value}`) }))}
        value={device}
        onChange={(value) => setDevice(value as Device)}
      />
      <iframe
        sandbox=""
        title={t('preview.title')}
        srcDoc={html}
        className={classes.frame}
        style={{ maxWidth: widths[device] }}
      />
    </div>
  )
}
