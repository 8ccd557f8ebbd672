/** An address as a QR code, to be printed or shown; it can be saved as a picture. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { QrCode, qrSource } from '../../../../ui/QrCode.tsx'
import classes from './access.module.css'

export function AddressCode({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation('common')
  return (
    <div className={classes.qr}>
      <QrCode text={url} label={t('qrOf', { name })} size={144} />
      <Button
        component="a"
        href={qrSource(url)}
        download={`${name}.svg`}
        variant="default"
        size="xs"
        leftSection={<Glyph name="download" size={14} />}
      >
        {t('qrDownload')}
      </Button>
    </div>
  )
}
