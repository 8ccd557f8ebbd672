/** An address as a QR code, to be printed or shown; it can be saved as a picture that scales. */
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { renderSVG } from 'uqr'
import { Glyph } from '../../../../ui/Glyph.tsx'
import classes from './access.module.css'

export function QrCode({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation('wizards')
  const source = useMemo(() => `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(url))}`, [url])
  return (
    <div className={classes.qr}>
      <img src={source} alt={t('access.qrOf', { name })} width={144} height={144} />
      <Button
        component="a"
        href={source}
        download={`${name}.svg`}
        variant="default"
        size="xs"
        leftSection={<Glyph name="download" size={14} />}
      >
        {t('access.qrDownload')}
      </Button>
    </div>
  )
}
